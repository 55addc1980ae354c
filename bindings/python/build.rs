//! Tells the code whether the interpreter that it is built for has a global lock.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    pyo3_build_config::use_pyo3_cfgs();
}
