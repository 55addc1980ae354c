//! The rows of a table as records by header; headers over several columns or rows are joined.

use sapwood::extract::Record;

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() {
    let page = "<table><tr><th rowspan=2>Tree<th colspan=2>Height<tr><th>m<th>ft<tr><td>Oak<td>20<td>65</table>";
    for record in records(page) {
        println!("{:?} is {:?} m high", record.get("Tree"), record.get("Height m"));
    }
}

pub(crate) fn records(html: &str) -> Vec<Record> {
    sapwood::parse(html).tables().next().map_or(Vec::new(), |table| table.records().collect())
}
