//! Tests of the program: the command line, the window, its pictures, and the rules of the source text.
//! All tests are in one binary, so that the program is linked once.

mod cli;
mod figures;
mod glossary;
mod layers;
mod lessons;
mod pictures;
mod program;
mod raster;
mod reports;
mod window;
