# Parses HTML as browsers do, by the C library of Sapwood.
require "fiddle/import"

module Sapwood
  module C
    extend Fiddle::Importer
    dlload ENV.fetch("SAPWOOD_LIBRARY", "libsapwood.so")
    extern "int sapwood_parse(const char*, size_t, void*, void**, void**)"
    extern "void sapwood_document_free(void*)"
    extern "int sapwood_selector_new(const char*, size_t, void**, void**)"
    extern "void sapwood_selector_free(void*)"
    extern "int sapwood_select(void*, uint64_t, void*, void**, void**)"
    extern "void* sapwood_node_list_nodes(void*, size_t*)"
    extern "void sapwood_node_list_free(void*)"
    extern "int sapwood_text_content(void*, uint64_t, void**, void**)"
    extern "void* sapwood_string_data(void*)"
    extern "size_t sapwood_string_length(void*)"
    extern "void sapwood_string_free(void*)"
    extern "void sapwood_error_message(void*, void*)"
    extern "void sapwood_error_free(void*)"
  end

  # Calls a function that writes an object and an error; returns the object.
  def self.make(function, *arguments)
    out, error = Fiddle::Pointer.malloc(8, Fiddle::RUBY_FREE), Fiddle::Pointer.malloc(8, Fiddle::RUBY_FREE)
    return out.ptr if C.send(function, *arguments, out, error).zero?
    message = Fiddle::Pointer.malloc(16, Fiddle::RUBY_FREE)
    C.sapwood_error_message(error.ptr, message)
    text = message.ptr[0, message[8, 8].unpack1("Q")]
    C.sapwood_error_free(error.ptr)
    raise ArgumentError, text
  end

  # A parsed page.
  class Document
    def initialize(html)
      @handle = Sapwood.make(:sapwood_parse, html, html.bytesize, nil)
      @handle.free = Fiddle::Function.new(C["sapwood_document_free"], [Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOID)
    end

    # The text of each element that matches a CSS selector.
    def texts(css)
      selector = Sapwood.make(:sapwood_selector_new, css, css.bytesize)
      list = Sapwood.make(:sapwood_select, @handle, 0, selector)
      C.sapwood_selector_free(selector)
      count = Fiddle::Pointer.malloc(8, Fiddle::RUBY_FREE)
      nodes = C.sapwood_node_list_nodes(list, count)
      texts = nodes[0, 8 * count[0, 8].unpack1("Q")].unpack("Q*").map do |node|
        string = Sapwood.make(:sapwood_text_content, @handle, node)
        text = C.sapwood_string_data(string)[0, C.sapwood_string_length(string)].force_encoding("UTF-8")
        C.sapwood_string_free(string)
        text
      end
      C.sapwood_node_list_free(list)
      texts
    end
  end
end
