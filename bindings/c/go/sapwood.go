// Package sapwood parses HTML as browsers do, by the C library of Sapwood.
package sapwood

/*
#cgo pkg-config: sapwood
#include <stdlib.h>
#include <sapwood.h>
*/
import "C"

import (
	"errors"
	"runtime"
	"unsafe"
)

// A Document is a parsed page.
type Document struct{ handle *C.sapwood_document }

func text(s string) (*C.char, C.size_t) {
	bytes := append([]byte(s), 0)
	return (*C.char)(unsafe.Pointer(&bytes[0])), C.size_t(len(s))
}

func failure(status C.sapwood_status, e *C.sapwood_error) error {
	if status == C.SAPWOOD_STATUS_OK {
		return nil
	}
	defer C.sapwood_error_free(e)
	var message C.sapwood_str
	C.sapwood_error_message(e, &message)
	return errors.New(C.GoStringN(message.data, C.int(message.length)))
}

// Parse parses HTML text.
func Parse(html string) (*Document, error) {
	document, e := &Document{}, (*C.sapwood_error)(nil)
	data, length := text(html)
	if err := failure(C.sapwood_parse(data, length, nil, &document.handle, &e), e); err != nil {
		return nil, err
	}
	runtime.SetFinalizer(document, func(d *Document) { C.sapwood_document_free(d.handle) })
	return document, nil
}

// Texts returns the text of each element that matches a CSS selector.
func (d *Document) Texts(css string) ([]string, error) {
	defer runtime.KeepAlive(d)
	var selector *C.sapwood_selector
	var list *C.sapwood_node_list
	var e *C.sapwood_error
	data, length := text(css)
	if err := failure(C.sapwood_selector_new(data, length, &selector, &e), e); err != nil {
		return nil, err
	}
	defer C.sapwood_selector_free(selector)
	if err := failure(C.sapwood_select(d.handle, 0, selector, &list, &e), e); err != nil {
		return nil, err
	}
	defer C.sapwood_node_list_free(list)
	var count C.size_t
	nodes := unsafe.Slice(C.sapwood_node_list_nodes(list, &count), int(count))
	texts := make([]string, 0, len(nodes))
	for _, node := range nodes {
		var s *C.sapwood_string
		if err := failure(C.sapwood_text_content(d.handle, node, &s, &e), e); err != nil {
			return nil, err
		}
		texts = append(texts, C.GoStringN(C.sapwood_string_data(s), C.int(C.sapwood_string_length(s))))
		C.sapwood_string_free(s)
	}
	return texts, nil
}
