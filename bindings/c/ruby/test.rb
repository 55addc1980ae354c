require_relative "sapwood"

page = Sapwood::Document.new("<ul><li>Oak<li>Élm</ul>")
raise "texts" unless page.texts("li") == ["Oak", "Élm"]
raise "none" unless page.texts("table") == []
begin
  page.texts("li >")
  raise "no error for an invalid selector"
rescue ArgumentError => error
  raise "message" if error.message.empty?
end
puts "all passed"
