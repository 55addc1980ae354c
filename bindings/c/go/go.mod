module sapwood

go 1.19
