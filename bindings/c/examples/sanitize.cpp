// Makes the untrusted HTML on standard input safe.
//
// usage: sanitize [PRESET] < comment.html

#include <iostream>
#include <iterator>
#include <string>

#include <sapwood.hpp>

int main(int count, char **arguments) {
    try {
        sapwood::sanitizer sanitizer(count > 1 ? arguments[1] : "default");
        std::string html(std::istreambuf_iterator<char>(std::cin), {});
        std::cout << sanitizer.clean(html);
    } catch (const sapwood::error &error) {
        std::cerr << "sanitize: " << error.what() << '\n';
        return 1;
    }
}
