// Pages that show what parsers do with markup that is not in order.

export const SAMPLES = {
  "A page": `<!DOCTYPE html>
<html lang=en>
<title>How a beech keeps its leaves</title>
<meta name=author content="M. Wald">
<nav><a href=/>Home</a> <a href=/trees>Trees</a></nav>
<article>
  <h1>How a beech keeps its leaves</h1>
  <p>Young beeches keep their brown leaves through the winter, until new ones push them off in April. The word for this is <em>marcescence</em>, and nobody knows for certain what it is good for.
  <p>Deer browse twigs with dry leaves less than bare ones, which may protect the buds. Others think that leaves which fall in spring rot just when the roots need what is in them.
  <table><tr><th>Tree<th>Keeps leaves<tr><td>Beech<td>young<tr><td>Oak<td>often</table>
  <p>See <a href="https://example.org/oak">the page on oaks</a>.
</article>
<footer>© 2026</footer>`,
  "Misnested formatting": "<p>1<b>2<i>3</b>4</i>5<p>6",
  "Text in a table": "<table><tr><td>cell</td>text<b>bold<tr><td>next",
  "SVG and MathML": `<svg viewBox="0 0 10 10"><circle r=3 cx=5 cy=5 /><foreignObject><p>HTML</foreignObject></svg>
<math><mi>x</mi><annotation-xml encoding="text/html"><b>bold</annotation-xml></math>
<svg><p>leaves the SVG`,
  "Untrusted markup": `<p onclick="steal()">Hello<script>alert(1)</script>
<a href="javascript:alert(2)">click</a> <a href="https://example.org">safe</a>
<svg><animate onbegin=alert(3) attributeName=x></svg><img src=x onerror=alert(4)>
<style>body { display: none }</style>`,
  "Mistakes": `<p id=a id=b>Oak</p>
<ul><li>Elm</li><div>not an item</div></ul>
<a href="x>unfinished
<b><i>crossed</b></i>`,
  XML: `<?xml version="1.0"?>
<trees xmlns:x="urn:example">
  <x:tree name="oak">& unescaped</x:tree>
  <tree name=elm>
</trees>`,
};
