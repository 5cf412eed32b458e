//! The latent support measure machine (thesis ch. 4).
