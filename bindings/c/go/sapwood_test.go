package sapwood

import (
	"reflect"
	"testing"
)

func TestTexts(t *testing.T) {
	page, err := Parse("<ul><li>Oak<li>Elm</ul>")
	if err != nil {
		t.Fatal(err)
	}
	texts, err := page.Texts("li")
	if err != nil || !reflect.DeepEqual(texts, []string{"Oak", "Elm"}) {
		t.Fatal(texts, err)
	}
	if texts, err := page.Texts("table"); err != nil || len(texts) != 0 {
		t.Fatal(texts, err)
	}
	if _, err := page.Texts("li >"); err == nil {
		t.Fatal("no error for an invalid selector")
	}
}
