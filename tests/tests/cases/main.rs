//! Tests with one function for each case.

mod amplification;
mod edits;
mod end_tags;
mod fuzz;
mod limits;
mod sanitizer_ammonia;
mod scripts;
mod select_hostile;
mod select_servo;
mod tag_soup;
mod tree_order;
mod xml_cases;
mod xml_soup;
