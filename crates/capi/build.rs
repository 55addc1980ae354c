//! Names the shared library by the version of its interface, as linkers on Unix want it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    // The first number that changes when the interface breaks: the minor version as long as the major is 0.
    let major = std::env::var("CARGO_PKG_VERSION_MAJOR").unwrap_or_default();
    let minor = std::env::var("CARGO_PKG_VERSION_MINOR").unwrap_or_default();
    let version = if major == "0" { format!("0.{minor}") } else { major };
    if ["linux", "freebsd", "netbsd", "openbsd", "android"].contains(&&*system) {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libsapwood.so.{version}");
    }
}
