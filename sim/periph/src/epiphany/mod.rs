//! Parts of the Parallella board around its Epiphany-III cores (E16G301): the three meshes and what
//! they lead to, the wires that all cores share, and registers that only keep what is written.

pub(crate) mod ewires;
pub(crate) mod ioregs;
pub(crate) mod mesh;
