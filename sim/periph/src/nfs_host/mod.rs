//! A host on the line of an Ethernet controller: it exports a folder by NFS version 2. [`Peer`] is all that a controller
//! uses of it: it takes the frames of the board, and gives the frames of the answers. The layers below are private.

mod folder;
mod ip;
mod nfs;
mod peer;
mod rpc;
#[cfg(test)]
pub(crate) mod tests;
mod xdr;

pub(crate) use peer::Peer;
