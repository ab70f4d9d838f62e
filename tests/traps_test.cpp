// Tables and other texts that could be read as another graph than they are (tests/traps.hpp).
#include "tests/traps.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/read.hpp"
#include "preprocess/readers/table_columns.hpp"

namespace mg {
namespace {

TEST(Traps, LinesThatBeginLikeComments) {
  check({
      {"g.csv", "tag1,tag2\n#a,#b\n#b,c\nc,#d\n", "header=yes", "#a>#b, #b>c, c>#d"},
      {"g.csv", "source,target\n#a,#b\n#b,c\nc,#d\n", "", "#a>#b, #b>c, c>#d"},
      {"g.csv", "source,target\n%a,b\nb,c\n", "", "%a>b, b>c"},
      {"g.csv", "source,target\n//a.org,b\nb,c\n", "", "//a.org>b, b>c"},
      {"g.csv", "#a,#b\n#b,#c\n", "", "#a>#b, #b>#c | a name of line 1 stands in line 2"},
      {"g.csv", "#a,#b\n#b,c\nc,#d\n", "", "#a>#b, #b>c, c>#d"},
      {"g.csv", "#a,b\nb,c\nc,d\n", "", "refused: g.csv:1:1: line 1, '#a,b', could be a comment"},
      {"g.csv", "#a,b\nb,c\nc,d\n", "header=no", "#a>b, b>c, c>d"},
      {"g.csv", "#a,b\nb,c\nc,d\n", "header=yes", "b>c, c>d"},
      {"g.csv", "source,target\na,b\n# a comment\nb,c\n", "", "a>b, b>c | comments: 1 line passed over, line 3 is it"},
      {"g.csv", "source,target\na,b\n# no, edge\nb,c\n", "", "a>b, b>c | comments: 1 line passed over, line 3 is it"},
      {"g.csv", "1,2\n#3,4\n5,6\n", "", "1>2, 5>6 | comments: 1 line passed over, line 2 is it"},
      {"g.csv", "# made by hand\n1,2\n2,3\n", "", "1>2, 2>3 | comments: 1 line passed over, line 1 is it"},
      {"g.csv", "\"#a\",b\nb,c\n", "", "#a>b, b>c"},
      {"g.el", "# c\n% d\n// e\n1 2\n# f\n", "", "1>2 | comments: 4 lines passed over, line 1 is the first"},
      {"g.el", "#a #b\n#b c\nc #d\n", "", "#a>#b, #b>c, c>#d"},
      {"g.el", "#comment here\na b\nb c\n", "", "a>b, b>c | comments: 1 line"},
      {"g.tsv", "source\ttarget\n#a\t#b\nx\t#a\n", "", "#a>#b, x>#a"},
      {"g.csv", "source;target\n#a;b\nb;c\n", "", "#a>b, b>c"},
      {"g.el", "# nothing\n", "", " | comments: 1 line"},
      {"g.el", "", "", "refused: g.el:1:1: the file is empty"},
      {"g.csv", "\n \n", "", "refused: g.csv:1:1: the file is empty: --format el"},
      {"g.el", "", "format=el", ""},
      {"g.el", "#a #b\n#b #c\n", "delimiter=;", " | comments: 2 lines"},
      {"g.el", "#a,#b\n#b,#c\n", "delimiter=tab", " | comments: 2 lines"},
      {"g.el", "#a,#b\n#b,#c\n", "delimiter=comma", "#a>#b, #b>#c"},
  });
}

TEST(Traps, HeadersDecideByTheirNames) {
  check({
      {"g.csv", "weight,source,target\n5,1,2\n7,2,3\n", "",
       "1>2:5, 2>3:7 | source 2 'source', target 3 'target', weight 1"},
      {"g.csv", "source,weight,target\n1,5,2\n2,7,3\n", "", "1>2:5, 2>3:7"},
      {"g.csv", "id,source,target\n100,1,2\n101,2,3\n", "", "1>2, 2>3 | passed over: 1 'id'"},
      {"g.csv", "target,source\n1,2\n2,3\n", "", "2>1, 3>2 | source 2 'source', target 1 'target'"},
      {"g.csv", "dst,src\na,b\nb,c\n", "", "b>a, c>b"},
      {"g.csv", "dstAccount,srcAccount\n1,2\n2,3\n", "", "2>1, 3>2"},
      {"g.csv", "dst_ip,src_ip\nh1,h2\nh2,h3\n", "", "h2>h1, h3>h2"},
      {"g.csv", "to,from\na,b\nc,d\n", "", "b>a, d>c"},
      {"g.csv", "v,u,w\n1,2,3\n", "", "2>1:3"},
      {"g.csv", "w,v,u\n3,1,2\n", "", "2>1:3"},
      {"g.csv", ",source,target\n0,a,b\n1,b,c\n", "", "a>b, b>c | passed over: 1 ''"},
      {"g.csv", "\"\",\"from\",\"to\"\n\"1\",\"a\",\"b\"\n\"2\",\"b\",\"c\"\n", "", "a>b, b>c"},
      {"g.csv", "Source,Target,Type,Id,Label,Weight\n1,2,Undirected,0,,2.0\n2,3,Undirected,1,,1.5\n", "",
       "undirected: 1>2:2, 2>3:1.5 | direction: undirected, says column 'Type'"},
      {"g.csv", "Source,Target,Type,Id,Label,Weight\na,b,Directed,0,,2.0\nb,c,Directed,1,x y,1.5\n", "",
       "directed: a>b:2, b>c:1.5"},
      {"g.csv", "Source,Target,Type\na,b,Directed\nb,c,Undirected\n", "",
       "refused: g.csv:3:5: expected 'Directed' as in the lines before, found 'Undirected'"},
      {"g.csv", "Source,Target,Type\na,b,Directed\nb,c,Undirected\n", "columns=1,2", "a>b, b>c"},
      {"g.csv", ":START_ID,:END_ID,:TYPE\na,b,KNOWS\nb,c,KNOWS\n", "", "a>b, b>c | passed over: 3 ':TYPE'"},
      {"g.csv", ":END_ID(Person),since:int,:START_ID(Person)\na,1999,b\nb,2001,c\n", "", "b>a, c>b"},
      {"g.csv", ":START_ID(Person),:END_ID(Film)\n1,1\n1,2\n", "",
       "refused: the ends of an edge are named apart, in 'Person' and in 'Film'"},
      {"g.csv", ":START_ID(Person),:END_ID(Film)\n1,a\n2,b\n", "columns=1,2", "1>a, 2>b"},
      {"g.csv", ":START_ID,weight:float,:END_ID\na,1.5,b\nb,2,c\n", "", "a>b:1.5, b>c:2"},
      {"g.tsv",
       "SOURCE_SUBREDDIT\tTARGET_SUBREDDIT\tPOST_ID\tTIMESTAMP\tPROPERTIES\na\tb\tx1\t2014-01-01 10:00:00\t1,2\n"
       "b\tc\tx2\t2014-01-01 11:00:00\t3,4\n",
       "", "a>b, b>c"},
      {"g.txt", "# FromNodeId\tToNodeId\n1\t2\n2\t3\n", "", "1>2, 2>3 | header: the comment in line 1"},
      {"g.txt", "# ToNodeId\tFromNodeId\n1\t2\n2\t3\n", "", "2>1, 3>2"},
      {"g.txt", "#source target weight\n1 2 3\n", "", "1>2:3"},
      {"g.txt", "#target weight source\n1 2 3\n", "", "3>1:2"},
      {"g.csv", "#target,source\na,b\nb,c\n", "", "b>a, c>b"},
      {"g.csv", "from_node_id,to_node_id\n7,8\n", "", "7>8"},
      {"g.csv", "start_date,start,end,end_date\n2001,a,b,2002\n2002,b,c,2003\n", "", "a>b, b>c"},
      {"g.csv", "source_id,source_name,target_id,target_name\n1,ann,2,bob\n", "", "1>2"},
      {"g.csv", "source_name,source_city,target_name,target_city\na,b,c,d\n", "", "refused: do not say which columns"},
      {"g.csv", "source,target,timestamp\n1,2,1082008561\n", "", "1>2 | passed over: 3 'timestamp'"},
      {"g.csv", "source,target,label\n1,2,friend\n", "", "1>2 | passed over: 3 'label'"},
      {"g.csv", "source,target,comment\n1,2,hello you\n", "", "1>2 | passed over: 3 'comment'"},
      {"g.csv", "from,to,km\na,b,12\nb,c,7\n", "", "a>b:12, b>c:7 | weight 3 'km'"},
      {"g.csv", "from,to,edge_id\na,b,12\nb,c,7\n", "", "a>b, b>c | passed over: 3 'edge_id'"},
      {"g.csv", "x,from,to\n1,a,b\n2,b,c\n", "", "a>b, b>c | passed over: 1 'x'"},
      {"g.csv", "directed,source,target\n0,1,2\n1,2,3\n", "", "1>2, 2>3 | passed over: 1 'directed'"},
      {"g.csv", "source,target,value,weight\n1,2,7,3\n", "", "1>2:3"},
      {"g.csv", "source,target,value\n1,2,high\n", "", "1>2 | passed over: 3 'value'"},
      {"g.csv", "source,target,weight\n1,2,high\n", "", "refused: g.csv:2:5: expected a weight, found 'high'"},
      {"g.csv", "tail,head\n1,2\n", "", "1>2"},
      {"g.csv", "head,tail\n1,2\n2,3\n", "", "refused: do not say which columns"},
      {"g.csv", "head,relation,tail\nann,knows,bob\n", "", "refused: do not say which columns"},
      {"g.csv", "head,tail\n1,2\n2,3\n", "columns=head,tail", "1>2, 2>3"},
      {"g.csv", "row,col,value\n1,2,0.5\n", "", "1>2:0.5"},
      {"g.csv", "SOURCE,TARGET\na,b\n", "", "a>b"},
      {"g.csv", "\"source\",\"target\"\n\"a\",\"b\"\n", "", "a>b"},
      {"g.csv", "node1,node2\n5,6\n", "", "5>6"},
      {"g.el", "target source\na b\nb c\n", "", "b>a, c>b"},
  });
}

TEST(Traps, HeadersOfUnknownNames) {
  check({
      {"g.csv", "user,friend\nann,bob\ncat,dan\n", "",
       "refused: g.csv:1:1: line 1, 'user,friend', could hold the titles of columns or an edge: say --header yes or "
       "--header no"},
      {"g.csv", "user,friend\nann,bob\ncat,dan\n", "header=yes", "ann>bob, cat>dan | go from 'user' to 'friend'"},
      {"g.csv", "user,friend\nann,bob\ncat,dan\n", "header=no", "user>friend, ann>bob, cat>dan"},
      {"g.csv", "user,friend\nann,bob\ncat,dan\n", "columns=friend,user", "bob>ann, dan>cat"},
      {"g.csv", "ann,bob\nbob,cat\n", "", "ann>bob, bob>cat | header: none, a name of line 1 stands in line 2"},
      {"g.csv", "user,friend\n1,2\n2,3\n", "", "1>2, 2>3 | the titles are not known, edges go from 'user' to 'friend'"},
      {"g.csv", "user,item\nann,5\nbob,7\n", "", "ann>5, bob>7"},
      {"g.csv", "who,whom,much\nann,bob,3\n", "", "ann>bob:3"},
      {"g.csv", "who,whom,why\nann,bob,work\ncat,dan,fun\n", "", "refused: could hold the titles"},
      {"g.csv", "who,whom,why\nann,bob,work\ncat,dan,fun\n", "header=yes", "refused: do not say which columns"},
      {"g.csv", "who,whom,why\nann,bob,work\ncat,dan,fun\n", "columns=who,whom", "ann>bob, cat>dan"},
      {"g.csv", "id,a,b\n1,2,3\n2,3,4\n", "", "refused: do not say which columns are the ends of an edge"},
      {"g.csv", "friend,source\n1,2\n2,3\n", "", "refused: do not say which columns"},
      {"g.csv", "source,friend\n1,2\n2,3\n", "", "1>2, 2>3"},
      {"g.csv", "a1f,b2c\n123,456\n789,12\n", "", "refused: could hold the titles of columns or an edge"},
      {"g.el", "a1f b2c\n123 456\n789 12\n", "", "refused: could hold the titles of columns or an edge"},
      {"g.el", "a1f b2c\n123 456\n789 12\n", "header=no", "a1f>b2c, 123>456, 789>12"},
      {"g.el", "0xff 0x1a\n0x1b 0x2c\n", "", "0xff>0x1a, 0x1b>0x2c"},
      {"g.csv", "0xff,0x1a\n0x1b,0x2c\n", "", "0xff>0x1a, 0x1b>0x2c"},
      {"g.csv", "12e5,a4\nb7,c9\n13,22\n", "", "12e5>a4, b7>c9, 13>22"},
      {"g.csv", "u1,u2\nu3,u4\n", "", "u1>u2, u3>u4"},
      {"g.csv", "u,v\nv,w\nw,u\n", "", "refused: could hold the titles"},
      {"g.csv", "source,target\ntarget,x\n", "", "refused: could hold the titles"},
      {"g.csv", "source,target\ntarget,x\n", "header=no", "source>target, target>x"},
      {"g.csv", "source,target\na,b\n", "header=no", "source>target, a>b"},
      {"g.csv", "1,2\n3,4\n", "header=yes", "3>4"},
      {"g.csv", "a,b\n", "", "a>b"},
      {"g.el", "user friend\nann bob\ncat dan\n", "",
       "user>friend, ann>bob, cat>dan | 'user friend' in line 1 is an edge"},
      {"g.csv", "source,target,weight\n1,2,x,3\n", "", "refused: line 1 has 3 titles and line 2 has 4 columns"},
      {"g.txt", "\"source\" \"target\" \"weight\"\n\"1\" \"a\" \"b\" 2\n\"2\" \"b\" \"c\" 3\n",
       "columns=2,3,4 header=yes", "a>b:2, b>c:3"},
  });
}

TEST(Traps, ColumnsThatPeopleChoose) {
  check({
      {"g.txt", "1 2 3 4\n2 3 4 5\n", "",
       "refused: expected 2 or 3 columns (source, target, and maybe a weight), found 4 in '1 2 3 4'; say which to "
       "take, for example --columns 1,2"},
      {"g.txt", "1 2 3 4\n2 3 4 5\n", "columns=1,2", "1>2, 2>3 | passed over: 3, 4"},
      {"g.txt", "1 2 3 4\n2 3 4 5\n", "columns=1,2,4", "1>2:4, 2>3:5"},
      {"g.txt", "1 2 3 4\n2 3 4 5\n", "columns=4,1,2", "4>1:2, 5>2:3"},
      {"g.txt", "1 2 3 4\n2 3 4 5\n", "columns=weight=3,target=1,source=2", "2>1:3, 3>2:4"},
      {"g.txt", "1 2 3 4\n", "columns=1,5", "refused: has 4 columns, in line 1"},
      {"g.txt", "1 2 3 4\n", "columns=a,b", "refused: has no titles; give numbers from 1 to 4"},
      {"g.txt", "1 2 3 4\n", "columns=1,1", "refused: a column is given twice"},
      {"g.txt", "1 2 3 4\n", "columns=1", "refused: source and target are needed"},
      {"g.txt", "1 2 3 4\n", "columns=1,2,3,4", "refused: there are more than three"},
      {"g.txt", "1 2 3 4\n", "columns=source=1,2", "refused: roles are given for some only"},
      {"g.txt", "1 2 3 4\n", "columns=0,2", "refused: columns are counted from 1"},
      {"g.txt", "1 2 3 4\n", "columns=from=1,to=2", "refused: a role is source, target or weight"},
      {"g.csv", "a,b,c\nx,1,y\nz,2,x\n", "columns=a,c,b", "x>y:1, z>x:2"},
      {"g.csv", "a,b,c\nx,1,y\nz,2,x\n", "columns=A,C", "x>y, z>x"},
      {"g.csv", "a,b,c\nx,1,y\nz,2,x\n", "columns=a,d", "refused: no one column of g.csv is called 'd'"},
      {"g.el", "a b rest 2\n1 3\n3 4\n", "columns=1,2 header=yes",
       "refused: '2' is the title of column 4, and g.el has 2 columns, in line 2"},
      {"g.csv", "2,1,x\n5,6,7\n", "columns=1,3 header=yes",
       "refused: '1' is the title of column 2 and the number of another"},
      {"g.csv", "1,2,x\n5,6,7\n", "columns=1,2 header=yes", "5>6 | passed over: 3 'x'"},
      {"g.csv", "a,b,c\nx,1,y\nz,2,x\n", "columns=1,a", "refused: takes one column of g.csv twice"},
      {"g.csv", "a,b,c\nx,1,y\nz,2,x\n", "columns=3,1", "y>x, x>z"},
      {"g.csv", "source,target,weight\nx,y,1\n", "columns=target,source", "y>x"},
      {"g.csv", "6,2,4,1289241911.72836\n6,5,2,1289241941.53378\n", "columns=1,2,3", "6>2:4, 6>5:2"},
      {"g.tsv", "a\tb\t\tx\nb\tc\t\ty\n", "columns=1,2 header=no", "a>b, b>c"},
      {"g.csv", "a,b,\"x, y\",1\nb,c,\"p \"\"q\"\"\",2\n", "columns=1,2,4", "a>b:1, b>c:2"},
      {"g.csv", "x,\"a,1\",\"b\"\ny,\"b\",\"c\"\n", "columns=2,3 header=no", "a,1>b, b>c"},
      {"g.csv", "a,b,c\n1,2,\n3,4,5\n", "columns=1,2", "1>2, 3>4"},
      {"g.csv", "a,b,c\n1,2,\n3,4,5\n", "columns=1,2,3", "refused: g.csv:2:5: expected a weight"},
      {"g.mtx", "1 2 7 8\n2 3 4 5\n", "columns=1,2", "1>2, 2>3"},
      {"g.graph", "3 1\n1 2\n", "columns=1,2", "3>1, 1>2"},
      {"g.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", "columns=1,2",
       "refused: is of format mtx: --columns"},
      {"g.txt", "a likes b\nb likes c\n", "",
       "refused: expected a weight in column 3, found 'b' in 'a likes b'; say which columns to take"},
      {"g.txt", "a likes b\nb likes c\n", "columns=1,3", "a>b, b>c"},
      {"g.txt", "1\n2\n", "columns=1,2", "refused: expected 2 or 3 columns"},
  });
}

TEST(Traps, Separators) {
  check({
      {"g.txt", "1 2 1,5\n2 3 2,5\n", "", "refused: expected a weight in column 3, found '1,5'"},
      {"g.csv", "1 2 1,5\n2 3 2,5\n", "", "refused: expected a weight in column 3, found '1,5'"},
      {"g.txt", "1 2,3\n2 3,4\n", "", "refused: blanks and other characters both separate numbers"},
      {"g.txt", "1 2,3\n2 3,4\n", "delimiter=comma", "1 2>3, 2 3>4"},
      {"g.txt", "1 2,3\n2 3,4\n", "delimiter=space", "1>2,3, 2>3,4"},
      {"g.txt", "1;2;0,5\n2;3;1,5\n", "", "refused: commas and semicolons both divide the lines evenly"},
      {"g.txt", "1;2;0,5\n2;3;1,5\n", "delimiter=;", "refused: expected a weight in column 3, found '0,5'"},
      {"g.txt", "1;2;0,5\n2;3;1,5\n", "delimiter=; columns=1,2", "1>2, 2>3"},
      {"g.txt", "a:b\nb:c\n", "delimiter=:", "a>b, b>c"},
      {"g.txt", "a:b:2\nb:c:3\n", "delimiter=:", "a>b:2, b>c:3"},
      {"g.txt", "1|2\n2|3\n", "", "1>2, 2>3 | separator: bars"},
      {"g.csv", "source|target|weight\na|b|1\n", "", "a>b:1"},
      {"g.txt", "1\t2\n2\t3\n", "delimiter=tab", "1>2, 2>3"},
      {"g.txt", "New York\tRome\nRome\tSan Jose\n", "", "New York>Rome, Rome>San Jose"},
      {"g.csv", "New York,Rome\nRome,San Jose\n", "", "New York>Rome, Rome>San Jose"},
      {"g.csv", "1, 2\n2 ,3\n", "", "1>2, 2>3"},
      {"g.txt", "New York;Rome\nRome;San Jose\n", "", "New York>Rome, Rome>San Jose"},
      {"g.txt", "\"New York\" \"Rome\"\nRome \"San Jose\"\n", "", "New York>Rome, Rome>San Jose | quotes: taken off"},
      {"g.txt", "\"a\" b\n\"b\" c\n", "", "a>b, b>c"},
      {"g.txt", "a\"x b\nb c\"\n", "", "a\"x>b, b>c\""},
      {"g.txt", "\"a b\nb c\n", "", "\"a>b, b>c"},
      {"g.csv", "\"1\",\"2\",\"3.5\"\n\"2\",\"3\",\"4\"\n", "", "1>2:3.5, 2>3:4"},
      {"g.csv", "\"a,b\",\"c\"\n\"c\",\"d\"\n", "", "a,b>c, c>d"},
      {"g.csv", "\"source\",\"target\",\"weight\"\n\"x\",\"y\",\"2\"\n", "", "x>y:2"},
      {"g.csv", "source,target\n Rome ,Oslo\nRome,Bern\n", "",
       "Rome>Oslo, Rome>Bern | names: blanks around 1 of them left off"},
      {"g.csv", "source,target\n\" Rome \",Oslo\nRome,Bern\n", "", " Rome >Oslo, Rome>Bern"},
      {"g.csv", "source,target\nRome, Oslo\nRome,Bern \n", "", "Rome>Oslo, Rome>Bern | names: blanks around 2 of them"},
      {"g.csv", "source,target\r\nRome,Oslo\r\nRome,Bern\r\n", "", "Rome>Oslo, Rome>Bern"},
      {"g.txt", "1 2\n2 3\n", "delimiter=,",
       "refused: expected 2 or 3 columns (source, target, and maybe a weight), found 1"},
      {"g.txt", "1,2 3,4\n5,6 7,8\n", "", "refused: blanks and other characters both separate numbers"},
  });
}

TEST(Traps, WhatIsNoEdgeList) {
  check({
      {"g.gdf", "nodedef>name VARCHAR,label VARCHAR\na,A\nb,B\nedgedef>node1 VARCHAR,node2 VARCHAR\na,b\n", "",
       "refused: a GDF file"},
      {"g.csv", "nodedef>name VARCHAR\na\nb\nedgedef>node1,node2\na,b\n", "", "refused: a GDF file"},
      {"g.lgl", "# a\nb 1.5\nc 2.5\n# b\nc 0.5\n", "", "refused: an LGL file"},
      {"g.txt", "# a\nb 1.5\nc 2.5\n# b\nc 0.5\n", "", "refused: an LGL file"},
      {"g.lgl", "# a\nb 1\nc 2\n", "", "refused: an LGL file"},
      {"g.txt", "# edges\n1 2\n3 4\n", "", "1>2, 3>4"},
      {"g.txt", "1 -> 2\n2 -> 3\n", "",
       "refused: column 2 holds '->' in every line, which is no vertex: say which columns to take, for example "
       "--columns 1,3"},
      {"g.txt", "1 -> 2\n2 -> 3\n", "columns=1,3", "1>2, 2>3"},
      {"g.txt", "a -- b\nb -- c\n", "", "refused: --columns 1,3"},
      {"g.txt", "a -> b 3\nb -> c 4\n", "columns=1,3,4", "a>b:3, b>c:4"},
      {"g.txt", "1->2\n2->3\n", "", "refused: expected 2 or 3 columns"},
      {"g.txt", "(1,2)\n(2,3)\n", "", "refused: brackets around every line"},
      {"g.txt", "[1, 2],\n[2, 3]\n", "", "refused: brackets around every line"},
      {"g.txt", "(0, 0) (0, 1)\n(0, 0) (1, 0)\n", "", "refused: brackets around every line"},
      {"cnr.graph-txt", "4\n1 2 3\n\n0\n1 2\n", "", "directed: 0>1, 0>2, 0>3, 2>0, 3>1, 3>2"},
      {"g.txt", "1\n2 1\n9\n", "", "2>1"},
      {"g.mtx", "1 2\n2 3\n", "", "1>2, 2>3 | without the banner"},
      {"g.mtx", "% a comment\n1 2 0.5\n7 3 -1.5\n", "", "1>2:0.5, 7>3:-1.5"},
      {"g.mtx", "3 3 2\n1 2 0.5\n2 3 1\n", "", "refused: expected the banner"},
      {"g.mtx", "3 3 2\n1 2\n2 3\n", "", "refused: expected the banner"},
      {"g.mtx", "3 3 2\n1 2 0.5\n2 9 1\n", "", "3>3:2, 1>2:0.5, 2>9:1"},
      {"g.mtx", "3 3\n.5\n.6\n", "", "refused: expected the banner"},
      {"g.mtx", "a b\nb c\n", "", "refused: expected the banner"},
      {"g.edges", "%%MatrixMarket matrix coordinate pattern symmetric\n%4 4 2\n2 1\n3 1\n", "",
       "undirected: 2>1, 3>1 | sizes, as a comment"},
      {"g.edges", "%%MatrixMarket matrix coordinate real general\n% 4 4 3\n2 1 5\n3 1 7\n4 1 2\n", "",
       "2>1:5, 3>1:7, 4>1:2"},
      {"g.mtx", "%%MatrixMarket matrix coordinate pattern general\n% 2004 12 10\n3 3 1\n3 1\n", "", "directed: 3>1"},
      {"g.mtx", "a b\nb c\n", "format=el", "a>b, b>c"},
  });
}

TEST(Traps, AttributesOfNetworkx) {
  check({
      {"g.edgelist", "1 2 {}\n2 3 {}\n", "", "1>2, 2>3"},
      {"g.edgelist", "1 2 {'weight': 3.5}\n2 3 {'weight': 4}\n", "",
       "1>2:3.5, 2>3:4 | weight 'weight' of the attributes"},
      {"g.edgelist", "1 2 {\"weight\": 3}\n", "", "1>2:3"},
      {"g.edgelist", "1 2 {'weight': 3, 'name': 'a, b {c}'}\n2 1 {'name': 'x', 'weight': 1}\n", "",
       "1>2:3, 2>1:1 | passed over: attribute 'name'"},
      {"g.edgelist", "1 2 {'capacity': 3}\n2 3 {'capacity': 4}\n", "", "1>2, 2>3 | passed over: attribute 'capacity'"},
      {"g.edgelist", "1 2 {'capacity': 3}\n2 3 {'capacity': 4}\n", "columns=1,2,capacity", "1>2:3, 2>3:4"},
      {"g.edgelist", "1 2 {'weight': 3}\n2 3 {}\n", "",
       "refused: g.edgelist:2:5: expected the attribute 'weight', as in line 1"},
      {"g.edgelist", "1 2 {'weight': 3}\n2 3\n", "", "refused: g.edgelist"},
      {"g.edgelist", "a b {'weight': 'x'}\n", "", "refused: expected a weight, found ''x''"},
      {"g.csv", "1,2,{'weight': 3, 'x': 4}\n2,3,{'weight': 5, 'x': 6}\n", "", "1>2:3, 2>3:5"},
      {"g.edgelist", "ann bob {}\nbob cat {}\n", "", "ann>bob, bob>cat"},
      {"g.edgelist", "# made by networkx\n0 1 {}\n", "", "0>1"},
      {"g.edgelist", "1 2 {'weight': 3}\n2 3 {'weight': 4}\n", "columns=2,1", "2>1, 3>2"},
      {"g.edgelist", "1 2 {'weight': 3, 'x': 4}\n", "columns=1,2,nope",
       "refused: --columns 1,2,nope: no attribute in line 1 of g.edgelist is called 'nope'; it has weight, x"},
      {"g.edgelist", "1 2 {'weight': 3}\n", "weights=no", "1>2"},
      {"g.edgelist", "1 2 7 {'weight': 3}\n", "",
       "refused: g.edgelist:1:1: column 3 and the attribute 'weight' of '1 2 7' are both weights: say which to take, "
       "--columns "
       "1,2,3 or --columns 1,2,weight"},
      {"g.edgelist", "1 2 7 {'weight': 3}\n", "columns=1,2,3", "1>2:7 | passed over: attribute 'weight'"},
      {"g.edgelist", "1 2 7 {'weight': 3}\n", "columns=1,2,weight", "1>2:3"},
      {"g.edgelist", "1 2 7 {'weight': 3}\n", "weights=no", "1>2"},
      {"g.edgelist", "1 2 7 {'3': 4}\n", "columns=1,2,3", "1>2:4"},
      {"g.edgelist", "1 2 {'a': {'b': [1, 2]}, 'weight': -1}\n", "", "1>2:-1"},
      {"g.edgelist", "1 2 3.5\n2 3 4\n", "", "1>2:3.5, 2>3:4"},
  });
}

TEST(Traps, NetworksOfKonect) {
  check({
      {"out.x", "% sym unweighted\n% 2 3 3\n1 2\n2 3\n", "",
       "undirected: 1>2, 2>3 | undirected (sym), says KONECT's comment in line 1"},
      {"out.x", "% asym unweighted\n1 2\n2 3\n", "", "directed: 1>2, 2>3"},
      {"out.x", "% asym positive\n1 2 1\n1 2 3\n", "", "directed: 1>2:1, 1>2:3"},
      {"out.x", "% asym signed\n1 2 -1 1082008561\n2 3 1 1082008562\n", "", "directed: 1>2:-1, 2>3:1 | passed over: 4"},
      {"out.x", "% asym unweighted\n1 2 1 1082008561\n2 3 1 1082008562\n", "", "directed: 1>2, 2>3"},
      {"out.x", "% bip unweighted\n1 1\n2 1\n2 2\n", "", "undirected: 1>3, 2>3, 2>4 | is called 2 + N"},
      {"out.x", "% bip weighted\n1 1 5\n3 2 4\n", "", "undirected: 1>4:5, 3>5:4"},
      {"out.x", "% bip\n5 1\n6 7\n", "", "undirected: 5>7, 6>13"},
      {"out.x", "% bip unweighted\nann 1\nbob 2\n", "", "refused: here names are words"},
      {"out.x", "% bip unweighted\n4294967295 1\n1 4294967295\n", "",
       "undirected: 4294967295>4294967296, 1>8589934590"},
      {"out.x", "% asym dynamic\n1 2 1 10\n1 2 -1 20\n", "", "refused: a dynamic network of KONECT"},
      {"out.x", "% asym dynamic\n1 2 1 10\n1 2 -1 20\n", "columns=1,2", "directed: 1>2, 1>2"},
      {"out.x", "% sym unweighted\n1 2 1 10 11\n", "", "refused: expected 2 or 3 columns"},
      {"out.x", "% symmetric\n1 2\n", "", "1>2"},
      {"out.x", "# Undirected graph: x\n1 2\n", "", "undirected: 1>2"},
  });
}

TEST(Traps, NamesThatLookLikeNumbers) {
  check({
      {"g.txt", "-1 2\n3 4\n", "", "-1>2, 3>4 | taken as they are written, since '-1' in line 1"},
      {"g.txt", "1.0 2.0\n2.0 3.0\n", "", "1.0>2.0, 2.0>3.0"},
      {"g.txt", "1e5 2\n2 3\n", "", "1e5>2, 2>3"},
      {"g.txt", "1 0.5\n2 0.25\n", "", "refused: g.txt:1:1: expected a vertex, a whole number"},
      {"g.txt", "1 1.0\n2 0.25\n", "", "refused: g.txt:2:1: expected a vertex, a whole number"},
      {"g.txt", "1 0.5\n2 0.25\n", "names=strings", "1>0.5, 2>0.25"},
      {"g.txt", "+1 2\n2 3\n", "", "+1>2, 2>3"},
      {"g.txt", "+1 2\n2 1\n", "", "refused: the names '+1' and '1' are one number"},
      {"g.txt", "1.0 2\n2 1\n", "", "refused: say --names numbers if they are one vertex"},
      {"g.txt", "1.0 2\n2 1\n", "names=strings", "1.0>2, 2>1"},
      {"g.txt", "1.0 2\n2 1\n", "names=numbers", "1>2, 2>1 | names: 1 numbers written otherwise"},
      {"g.txt", "1e5 100000\n+7 007\n", "names=numbers", "100000>100000, 7>7"},
      {"g.txt", "-1 2\n", "names=numbers", "refused: expected a vertex, a whole number from 0 to 2^64 - 1, found '-1'"},
      {"g.txt", "1.5 2\n", "names=numbers", "refused: found '1.5'; --names strings"},
      {"g.txt", "a 2\n", "names=numbers", "refused: found 'a'"},
      {"g.txt", "1 2\n3 -4\n", "", "refused: --names strings takes names as they are written"},
      {"g.txt", "1 2\n3 -4\n", "names=strings", "1>2, 3>-4"},
      {"g.txt", "1 2\n2 1\n", "names=strings", "1>2, 2>1 | names: strings, 2 of them"},
      {"g.txt", "007 7\n", "", "007>7"},
      {"g.txt", "18446744073709551616 2\n2 3\n", "", "18446744073709551616>2, 2>3"},
      {"g.csv", "\"1\",\"2\"\n\"2\",\"1\"\n", "", "1>2, 2>1 | names: all numbers 1 .. 2"},
      {"g.csv", "source,target\n1.0,2.0\n", "", "1.0>2.0"},
      {"g.csv", "source,target\n1.0,2.0\n", "names=numbers", "1>2"},
  });
}

TEST(Traps, WeightsThatMayBeTimesAreTold) {
  const std::string times =
      "weights: all of them could be times, in seconds since 1970; --weights none leaves them out";
  check({
      {"g.el", "1 2 1082040961\n2 3 1082155839\n", "", "1>2:1082040961, 2>3:1082155839 | " + times},
      {"g.csv", "source,target,weight\n1,2,1082040961\n2,3,1082155839\n", "",
       "1>2:1082040961, 2>3:1082155839 | " + times},
  });
  const TemporaryFolder folder;
  for (const std::string text : {"1 2 1082040961\n2 3 7\n", "1 2 1082040961\n2 3 1082040961\n", "1 2 5\n2 3 6\n"}) {
    const Outcome outcome = read(folder, {folder.write("g.el", text)}, {}, default_block_size);
    EXPECT_EQ(outcome.told.find("times"), std::string::npos) << text << outcome.told;
  }
}

TEST(Traps, WeightsThatAreRoundedAreCounted) {
  check({
      {"g.txt", "1 2 0.5\n2 3 0.25\n", "", "1>2:0.5, 2>3:0.25 | weights: decimal numbers (f32)\n"},
      {"g.txt", "1 2 0.1\n2 3 0.25\n", "", "1>2:0.1, 2>3:0.25 | weights: decimal numbers (f32), 1 of them rounded"},
      {"g.txt", "1 2 16777217.0\n2 3 1\n", "", "1>2:16777216, 2>3:1 | 1 of them rounded to 32 bits"},
      {"g.txt", "1 2 1e-60\n2 3 1\n", "", "1>2:0, 2>3:1 | 1 of them rounded"},
      {"g.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 0.1\n2 1 0.2\n", "",
       "directed: 1>2:0.1, 2>1:0.2 | 2 of them rounded"},
      {"g.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 16777217\n2 1 0.5\n", "",
       "directed: 1>2:16777216, 2>1:0.5 | 1 of them rounded"},
      // Halfway between two floats but for the last digit: rounding twice, by way of a double, would end at 1.
      {"g.txt", "1 2 1.000000059604644775390625000000000000001\n", "", "1>2:1.0000001 | 1 of them rounded"},
  });
}

TEST(Traps, WeightsThatAreRoundedAreCountedByEveryReader) {
  const std::string one = "1 of them rounded to 32 bits";
  const std::string tntp =
      "<NUMBER OF ZONES> 3\n<NUMBER OF NODES> 3\n<FIRST THRU NODE> 1\n<NUMBER OF LINKS> 2\n<END OF METADATA>\n";
  check({
      {"g.csv", "source,target,weight\na,b,0.1\nb,c,0.5\n", "", "a>b:0.1, b>c:0.5 | " + one},
      {"g.tsv", "source\ttarget\tweight\na\tb\t0.1\nb\tc\t0.5\n", "", "a>b:0.1, b>c:0.5 | " + one},
      {"g.txt", "1 2 {'weight': 0.1}\n2 3 {'weight': 0.5}\n", "", "1>2:0.1, 2>3:0.5 | " + one},
      {"g.gr", "p sp 3 2\na 1 2 0.1\na 2 3 0.5\n", "", "directed: 1>2:0.1, 2>3:0.5 | " + one},
      {"g.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 0.1\n3 2 0.5\n", "",
       "undirected: 2>1:0.1, 3>2:0.5 | " + one},
      {"g.net", "*Vertices 3\n*Arcs\n1 2 0.1\n2 3 0.5\n", "", "directed: 1>2:0.1, 2>3:0.5 | " + one},
      {"g.gml",
       "graph [ directed 1 node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 weight 0.1 ]\n"
       "edge [ source 2 target 1 weight 0.5 ] ]\n",
       "", "directed: 1>2:0.1, 2>1:0.5 | " + one},
      {"g.dot", "digraph { a -> b [weight=0.1] b -> c [weight=0.5] }\n", "", "directed: a>b:0.1, b>c:0.5 | " + one},
      {"g.json",
       R"({"directed": true, "nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2, "weight": 0.1},
           {"source": 2, "target": 1, "weight": 0.5}]})",
       "", "directed: 1>2:0.1, 2>1:0.5 | " + one},
      {"g.dl", "dl n=3 format=edgelist1\ndata:\n1 2 0.1\n2 3 0.5\n", "", "1>2:0.1, 2>3:0.5 | " + one},
      {"g.tntp", tntp + "~ init_node term_node free_flow_time ;\n1 2 0.1 ;\n2 3 0.5 ;\n", "",
       "directed: 1>2:0.1, 2>3:0.5 | " + one},
      {"g.graphml",
       R"(<graphml><key id="w" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="directed">
          <node id="a"/><node id="b"/><edge source="a" target="b"><data key="w">0.1</data></edge>
          <edge source="b" target="a"><data key="w">0.5</data></edge></graph></graphml>)",
       "", "directed: a>b:0.1, b>a:0.5 | " + one},
      {"g.gexf",
       R"(<gexf><graph defaultedgetype="directed"><nodes><node id="a"/><node id="b"/></nodes><edges>
          <edge source="a" target="b" weight="0.1"/><edge source="b" target="a" weight="0.5"/></edges></graph></gexf>)",
       "", "directed: a>b:0.1, b>a:0.5 | " + one},
  });
  const TemporaryFolder folder;
  const std::vector<std::string> graphalytics{folder.write("g.v", "1\n2\n3\n"),
                                              folder.write("g.e", "1 2 0.1\n2 3 0.5\n")};
  expect(read(folder, graphalytics, {}, default_block_size), "1>2:0.1, 2>3:0.5 | " + one, "g.v and g.e");
}

TEST(Traps, TrianglesAreNoListsOfNeighbors) {
  const std::string two = "2 3 0\n1 1 2 3\n2 1 3 4\n";
  check({
      {"g.ele", two, "", "refused: g.ele: the triangles of a mesh, but their points, g.node, were not found"},
      {"g.txt", two, "", "refused: g.txt: the triangles of a mesh, whose points are found by the name"},
      {"g.txt", "# c\n2 3 1\n0 1 2 3 0.5\n1 1 3 4 x\n", "", "refused: the triangles of a mesh, whose points"},
      {"g.txt", "2 6 0\n1 1 2 3 4 5 6\n2 1 3 4 7 8 9\n", "", "refused: the triangles of a mesh, whose points"},
      {"g.txt", "1 3 0\n1 1 2 3\n", "", "refused: lines of numbers whose lengths differ"},
      {"g.txt", "3 3 0\n1 1 2 3\n2 1 3 4\n", "", "refused: lines of numbers whose lengths differ"},
      {"g.txt", "2 3 0\n1 1 2 3\n3 1 3 4\n", "", "refused: lines of numbers whose lengths differ"},
      {"g.txt", "4 3 0\n2 3 4\n1\n1\n1\n", "", "undirected: 1>2, 1>3, 1>4 | format: metis"},
      {"g.adj", two, "", "2>3, 2>0, 1>1, 1>2, 1>3, 2>1, 2>3, 2>4 | format: adj"},
      {"g.node", "4 2 0 0\n1 0 0\n", "", "refused: g.node: the points of a mesh by its name, which is not read; give"},
      {"g.node", "1 2\n2 3\n", "format=el", "1>2, 2>3"},
  });
  const TemporaryFolder folder;
  const std::vector<std::string> mesh{folder.write("g.ele", two)};
  folder.write("g.node", "4 2 0 1\n1 0 0 1\n2 9 0 1\n3 9 1 1\n4 0 1 1\n");
  expect(read(folder, mesh, {}, 8),
         "undirected: 1>2, 1>3, 1>4, 2>3, 3>4 | boundary markers passed over, 1 of each of 4", "g.ele");
  expect(read(folder, mesh, read_options("format=ele"), 8), "undirected: 1>2, 1>3, 1>4, 2>3, 3>4 | as asked for", "");
  expect(read(folder, mesh, read_options("names=labels"), 8), "refused: no labels beside their names", "names");
}

/// Titles of a source, a target and a weight.
struct Family {
  std::string source, target, weight;
};

TEST(Traps, HeadersAndSeparatorsInAllOrders) {
  const std::vector<Family> families = {{"source", "target", "weight"},
                                        {"src", "dst", "w"},
                                        {"from", "to", "value"},
                                        {"Source", "Target", "Weight"},
                                        {":START_ID", ":END_ID", "weight"},
                                        {"u", "v", "w"},
                                        {"FromNodeId", "ToNodeId", "Weight"}};
  const std::vector<std::string> separators = {",", ";", "\t", " ", "|", ", "};
  std::vector<Trap> traps;
  for (const Family& family : families) {
    std::array<int, 4> order = {0, 1, 2, 3};  // source, target, weight, label
    do {
      // One family has all separators with all orders, the others have them in turn.
      const std::size_t turn = traps.size() % separators.size();
      for (const std::string& separator : separators) {
        if (&family != &families.front() && &separator != &separators[turn]) continue;
        const auto line = [&](const std::array<std::string, 4>& fields) {
          std::string text;
          for (const int column : order) text += (text.empty() ? "" : separator) + fields[std::size_t(column)];
          return text + "\n";
        };
        traps.push_back({separator == "\t"  ? "g.tsv"
                         : separator == " " ? "g.txt"
                                            : "g.csv",
                         line({family.source, family.target, family.weight, "label"}) +
                             line({"ann", "bob", "2", "x1"}) + line({"bob", "cat", "0.5", "x2"}),
                         "", "ann>bob:2, bob>cat:0.5"});
      }
    } while (std::ranges::next_permutation(order).found);
  }
  check(traps);
}

TEST(Traps, SeveralFilesAreOneGraph) {
  const TemporaryFolder folder;
  const auto several = [&](const std::vector<std::string>& texts, const std::string& words, const std::string& suffix) {
    std::vector<std::string> paths;
    paths.reserve(texts.size());
    for (const std::string& text : texts) {
      paths.push_back(folder.write(fmt::format("part{}{}", paths.size(), suffix), text));
    }
    return read(folder, paths, read_options(words), 8);
  };
  const auto expect_graph = [&](const std::vector<std::string>& texts, const std::string& expected,
                                const std::string& words = "", const std::string& suffix = ".csv") {
    expect(several(texts, words, suffix), expected, fmt::format("{} files", texts.size()));
  };
  expect_graph({"1 2\n2 3\n", "3 4\n", "5 1\n"}, "1>2, 2>3, 3>4, 5>1", "", ".el");
  expect_graph({"1 2 5\n", "3 4 0.5\n"}, "1>2:5, 3>4:0.5", "", ".el");
  expect_graph({"1 2\n", "a b\nb c\n", "7 a\n"}, "1>2, a>b, b>c, 7>a", "", ".el");
  expect_graph({"target,source\na,b\n", "target,source\nc,d\n"}, "b>a, d>c");
  expect_graph({"target,source\na,b\n", "c,d\n"}, "b>a, d>c");
  expect_graph({"who,whom\na,b\nb,c\n", "who,whom\nc,d\n"}, "a>b, b>c, c>d", "header=yes");
  expect_graph({"target,source\na,b\n", "source,target\nc,d\n"}, "b>a, c>d");
  expect_graph({"target,source,x\na,b,c\n", "c,d\n"}, "refused: expected 3 columns, as in the file before");
  expect_graph({"1 2 5\n", "3 4\n"}, "refused: part1.el has no weights and part0.el has them", "", ".el");
  expect_graph({"# Undirected graph: x\n1 2\n", "3 4\n"}, "undirected: 1>2, 3>4", "", ".el");
  expect_graph({"% sym\n1 2\n", "% asym\n3 4\n"}, "refused: they are not one graph", "", ".el");
  expect_graph({"1 2\n3 4\n", "5 6\nx 7 8\n"}, "refused: part1.el:2:", "", ".el");
  expect_graph({"1 2 0.5\n", "3 4 16777217\n"},
               "refused: part1.el:1:5: weight '16777217' cannot be kept exactly: weight '0.5' in line 1 of part0.el",
               "", ".el");
  expect_graph({"1 2\n", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"}, "refused: is of format mtx",
               "", ".el");
  expect_graph({"# c\n1 2\n", "# d\n3 4\n"}, "1>2, 3>4 | part1.el: comments: 1 line passed over, line 1 is it", "",
               ".el");
}

/// Files in the form in which collections and tutorials publish them.
TEST(Traps, GraphsAsTheyArePublished) {
  check({
      // SNAP: four lines of comments, tabs, CRLF; temporal networks of three columns with blanks; signed ones.
      {"Email-Tiny.txt",
       "# Directed graph (each unordered pair of nodes is saved once): Email-Tiny.txt\r\n# Tiny e-mail network\r\n"
       "# Nodes: 4 Edges: 3\r\n# FromNodeId\tToNodeId\r\n0\t1\r\n0\t2\r\n3\t0\r\n",
       "", "0>1, 0>2, 3>0 | 'FromNodeId'"},
      {"com-tiny.ungraph.txt",
       "# Undirected graph: ../../data/output/tiny.txt\n# Tiny\n# Nodes: 3 Edges: 2\n# "
       "FromNodeId\tToNodeId\n1\t2\n2\t9\n",
       "", "undirected: 1>2, 2>9"},
      {"soc-sign-tiny.txt", "# Directed graph: signs\n# FromNodeId\tToNodeId\tSign\n0\t1\t1\n1\t2\t-1\n", "",
       "0>1:1, 1>2:-1"},
      {"sx-tiny.txt", "9 8 1217567877\n1 1 1217573801\n13 1 1217606247\n", "",
       "9>8:1217567877, 1>1:1217573801, 13>1:1217606247"},
      {"soc-sign-otc.csv", "6,2,4,1289241911.72836\n6,5,2,1289241941.53378\n", "",
       "refused: say which to take, for example --columns 1,2"},
      {"soc-sign-otc.csv", "6,2,4,1289241911.72836\n6,5,2,1289241941.53378\n", "columns=1,2,3", "6>2:4, 6>5:2"},
      {"facebook_edges.csv", "node_1,node_2\n0,1\n1,2\n2,0\n", "", "0>1, 1>2, 2>0"},
      // KONECT: out.* with its header, blanks at the ends of lines, times.
      {"out.tiny", "% asym unweighted\n% 3 3 3\n1 2 \n2 3 \n3 1 \n", "", "directed: 1>2, 2>3, 3>1"},
      {"out.tiny", "% sym weighted\n1\t2\t0.5\t1082008561\n2\t3\t1.5\t1082008562\n", "",
       "undirected: 1>2:0.5, 2>3:1.5"},
      {"out.tiny", "% bip unweighted\n% 3 2 2\n1 1\n2 1\n2 2\n", "", "undirected: 1>3, 2>3, 2>4"},
      // SuiteSparse: a banner, lines of comments between bars, the sizes.
      {"tiny.mtx",
       "%%MatrixMarket matrix coordinate pattern symmetric\n%----------------\n% UF Sparse Matrix Collection\n"
       "% name: Tiny\n%----------------\n3 3 2\n2 1\n3 1\n",
       "", "undirected: 2>1, 3>1"},
      {"tiny.mtx", "%%MatrixMarket matrix coordinate real general\n%\n3 3 3\n1 2  .5e0\n2 3  1.25E+00\n3 1 -4.0\n", "",
       "directed: 1>2:0.5, 2>3:1.25, 3>1:-4"},
      // Network Repository: .edges with a comment of sizes, with commas, .mtx without a banner.
      {"tiny.edges", "% sym unweighted\n% 3 3\n2 1\n3 1\n3 2\n", "", "undirected: 2>1, 3>1, 3>2"},
      {"tiny.edges", "1,2,1,1082008561\n2,3,1,1082008562\n", "columns=1,2", "1>2, 2>3"},
      {"tiny.edges", "1,2\n2,3\n3,9\n", "", "1>2, 2>3, 3>9"},
      {"tiny.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n%3 3 2\n2 1\n3 1\n", "",
       "undirected: 2>1, 3>1"},
      {"tiny.mtx", "2 1\n3 1\n4 2\n", "", "2>1, 3>1, 4>2"},
      // Gephi: its table of edges, GEXF of its export, GDF.
      {"edges.csv", "Source,Target,Type,Id,Label,timeset,Weight\nA,B,Undirected,0,,,1.0\nB,C,Undirected,1,,,2.5\n", "",
       "undirected: A>B:1, B>C:2.5"},
      {"edges.csv", "Source;Target;Type;Id;Label;Weight\n1;2;Directed;0;\"a;b\";1.0\n2;3;Directed;1;;4.0\n", "",
       "directed: 1>2:1, 2>3:4"},
      {"tiny.gexf",
       "<?xml version='1.0' encoding='UTF-8'?>\n<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\" "
       "xmlns:viz=\"http://gexf.net/1.3/viz\">\n<meta lastmodifieddate=\"2024-01-01\"><creator>Gephi "
       "0.10</creator></meta>\n"
       "<graph defaultedgetype=\"undirected\" mode=\"static\">\n<nodes count=\"2\">\n<node id=\"0.0\" label=\"Ann\">"
       "<viz:size value=\"10.0\"/><viz:position x=\"1\" y=\"2\"/><viz:color r=\"1\" g=\"2\" b=\"3\"/></node>\n"
       "<node id=\"1.0\" label=\"Bob\"/>\n</nodes>\n<edges count=\"1\">\n"
       "<edge id=\"0\" source=\"0.0\" target=\"1.0\" weight=\"3.0\"/>\n</edges>\n</graph>\n</gexf>\n",
       "names=labels", "undirected: Ann>Bob:3"},
      {"tiny.gdf",
       "nodedef>name VARCHAR,label VARCHAR\ns1,Ann\ns2,Bob\nedgedef>node1 VARCHAR,node2 VARCHAR,weight "
       "DOUBLE\ns1,s2,1.2\n",
       "", "refused: a GDF file, which is not read; its edges follow the line edgedef>"},
      // networkx's tutorials: write_adjlist, write_edgelist, write_weighted_edgelist, write_gml, node_link_data.
      {"test.edgelist", "0 1 {}\n1 2 {}\n2 3 {}\n", "", "0>1, 1>2, 2>3"},
      {"test.edgelist", "1 2 {'weight': 4.7}\n1 3 {'weight': 3.5, 'color': 'red'}\n", "", "1>2:4.7, 1>3:3.5"},
      {"test.edgelist", "1 2 {}\n2 3 {'weight': 3.5}\n", "",
       "refused: test.edgelist:2:5: expected no attribute 'weight', as in line 1"},
      {"test.edgelist", "1 2 {}\n2 3 {'weight': 3.5}\n", "columns=1,2", "1>2, 2>3"},
      {"test.adjlist", "0 1 2\n1 2 3\n2 3 0\n", "", "0>1, 0>2, 1>2, 1>3, 2>3, 2>0"},
      {"test.txt", "#/home/user/plot.py\n# GMT Mon Jan  1 00:00:00 2024\n# \n0 1 2\n1 2 3\n", "", "0>1, 0>2, 1>2, 1>3"},
      {"test.txt", "#/home/user/plot.py\n# GMT Mon Jan  1 00:00:00 2024\n# \n0 2\n1 {}\n2 {}\n1 0\n2 0\n", "",
       "refused: a multiline adjacency list of networkx, which is not read"},
      {"test.adjlist", "ann bob\nbob\n", "", "refused: networkx.read_adjlist"},
      {"test.el.gz", "", "", "refused: empty, and so no compressed file or archive"},
      {"test.dl", "dl n=3 format=edgelist1\ndata:\n1 2 0\n2 3\n", "", "2>3 | edges: 1 of value 0 are none"},
      {"test.weighted.edgelist", "1 2 7\n1 3 3.5\n", "", "1>2:7, 1>3:3.5"},
      {"test.adjlist",
       "#/home/user/plot.py\n# GMT Mon Jan  1 00:00:00 2024\n# Complete Graph\n0 1 2 3\n1 2 3\n2 3\n3\n", "",
       "0>1, 0>2, 0>3, 1>2, 1>3, 2>3"},
      {"test.gml",
       "graph [\n  multigraph 1\n  node [\n    id 0\n    label \"a\"\n  ]\n  node [\n    id 1\n    label \"b\"\n  ]\n"
       "  edge [\n    source 0\n    target 1\n    key 0\n    weight 0.5\n  ]\n]\n",
       "names=labels", "undirected: a>b:0.5"},
      {"test.json",
       "{\"directed\": false, \"multigraph\": false, \"graph\": {}, \"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\"}], "
       "\"links\": [{\"weight\": 2, \"source\": \"a\", \"target\": \"b\"}]}",
       "", "undirected: a>b:2"},
      {"test.json",
       "{\"directed\": true, \"multigraph\": false, \"graph\": {}, \"nodes\": [{\"id\": 0}, {\"id\": 1}], "
       "\"edges\": [{\"source\": 0, \"target\": 1}]}",
       "", "directed: 0>1"},
      // Pajek's own pages.
      {"tiny.net", "*Vertices 3\r\n1 \"Ann\" 0.1 0.2 0.5\r\n2 \"Bob\"\r\n3 \"Cat\"\r\n*Arcslist\r\n1 2 3\r\n2 3\r\n",
       "names=labels", "directed: Ann>Bob, Ann>Cat, Bob>Cat"},
      {"tiny.paj",
       "*Network tiny\n*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Arcs\n1 2 3\n*Edges\n2 3 1\n\n*Partition p\n*Vertices "
       "3\n1\n1\n2\n",
       "", "directed: 1>2:3, 2>3:1, 3>2:1"},
      // LAW: what WebGraph writes as text, and what it publishes.
      {"tiny.graph-txt", "3\n1 2\n\n0\n", "", "directed: 0>1, 0>2, 2>0"},
      {"tiny.arcs", "0\t1\n0\t2\n2\t0\n", "", "0>1, 0>2, 2>0"},
      {"tiny.properties", "#BVGraph properties\n#Mon Jan 01\nnodes=3\narcs=3\n", "",
       "refused: webgraph to arcs BASENAME"},
  });
}

/// What is said of a graph that is built from such a file.
std::string told_of(const std::string& name, std::string_view text, const BuildOptions& options = {}) {
  const TemporaryFolder folder;
  const std::vector<std::string> paths{folder.write(name, text)};
  BuildReport report;
  static_cast<void>(build_graph(read_graph(paths, {}, silent_progress()), options, report, silent_progress()));
  return fmt::format("{}", fmt::join(report.sentences(), "\n"));
}

TEST(Traps, AVertexCalledAsNothingIsTold) {
  const std::string nulls = "source,target\na,NULL\nNULL,b\nc,None\n";
  EXPECT_NE(told_of("g.csv", nulls).find("a vertex is called 'NULL', with 2 edges"), std::string::npos);
  EXPECT_NE(told_of("g.csv", nulls, {.directed = false}).find("'NULL', with 2 edges"), std::string::npos);
  EXPECT_NE(told_of("g.tsv", "source\ttarget\na\t\\N\nb\tc\n").find("a vertex is called '\\N', with 1 edge:"),
            std::string::npos);
  EXPECT_EQ(told_of("g.csv", "source,target\na,Nullable\nNobody,b\n").find("is called"), std::string::npos);
}

TEST(Traps, ADirectedListOfBothDirectionsIsHinted) {
  const auto told = [&](std::string_view text, const BuildOptions& options = {}) {
    return told_of("g.el", text, options);
  };
  const std::string hint = "every edge is listed in both directions";
  EXPECT_NE(told("1 2\n2 1\n2 3\n3 2\n").find(hint), std::string::npos);
  EXPECT_NE(told("1 2 5\n2 1 5\n3 3 1\n").find(hint), std::string::npos);
  EXPECT_EQ(told("1 2\n2 1\n2 3\n").find(hint), std::string::npos);
  EXPECT_EQ(told("1 2 5\n2 1 6\n").find(hint), std::string::npos);
  EXPECT_EQ(told("1 1\n2 2\n").find(hint), std::string::npos);
  EXPECT_EQ(told("# Undirected graph: x\n1 2\n2 1\n").find(hint), std::string::npos);
  EXPECT_EQ(told("1 2\n2 1\n", {.directed = true}).find(hint), std::string::npos);
}

}  // namespace
}  // namespace mg
