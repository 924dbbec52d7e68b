BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE entry (
	match_id TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_entry PRIMARY KEY (match_id, version), 
	CONSTRAINT fk_entry_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
);
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',1,1.79487867929313397409e+09,'sit','{"seat":0,"name":"Ann"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',2,1.79487867930045890806e+09,'sit','{"seat":1,"name":"Person 1"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',3,1.79487868205742526054e+09,'begin','{"start":{"map":"san-francisco","players":2,"phase":"keep-tickets","to_play":0,"face_up":["green","orange","purple","wild","red"],"discards":{},"claimed":{},"stacks":{"sunset":{"symbol":"bell","count":2},"potrero-hill":{"symbol":"lantern","count":2},"golden-gate-bridge":{"symbol":"sourdough","count":2},"the-embarcadero":{"symbol":"seal","count":2},"alcatraz":{"symbol":"chocolate","count":2}},"set_aside":[{"symbol":"cookie","count":1},{"symbol":"crab","count":1}],"token_choice":[],"turns_left":null,"passes":0,"deck":["orange","black","black","wild","red","green","orange","green","purple","blue","wild","blue","green","black","red","wild","red","red","black","blue","blue","black","green","purple","wild","purple","wild","blue","black","purple","wild","orange","wild","green","purple"],"ticket_deck":["lands-end/union-square","lands-end/lombard-street","haight-ashbury/the-embarcadero","castro/presidio","sunset/the-embarcadero","alcatraz/painted-ladies","alcatraz/sunset","golden-gate-park/mission-district","chinatown/golden-gate-bridge","pacific-heights/potrero-hill","fort-mason/twin-peaks","chinatown/golden-gate-park","lombard-street/potrero-hill","presidio/south-beach","lands-end/south-beach","alcatraz/castro","golden-gate-bridge/twin-peaks","castro/pier-39","fort-mason/mission-district","potrero-hill/sunset"],"seats":[{"score":0,"pieces":20,"hand":{"blue":1,"orange":1},"tickets":[],"offered":["golden-gate-bridge/the-embarcadero","pier-39/sunset"],"tokens":[]},{"score":0,"pieces":20,"hand":{"red":1,"orange":1},"tickets":[],"offered":["alcatraz/potrero-hill","golden-gate-bridge/mission-district"],"tokens":[]}]},"fill":null}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',4,1.79487868208889842034e+09,'act','{"seat":0,"action":"keep golden-gate-bridge/the-embarcadero pier-39/sunset","outcome":[],"key":"k3"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',5,1.79487868213179135325e+09,'act','{"seat":1,"action":"keep golden-gate-bridge/mission-district","outcome":[],"key":"k4"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',6,1.79487868213727855683e+09,'act','{"seat":1,"action":"place cookie chinatown","outcome":[],"key":"k5"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',7,1.79487868214141535754e+09,'act','{"seat":1,"action":"place crab haight-ashbury","outcome":[],"key":"k6"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',8,1.79487868214361286165e+09,'act','{"seat":0,"action":"claim chinatown/pier-39 orange:1","outcome":[],"key":"k7"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',9,1.7948786821458711624e+09,'act','{"seat":1,"action":"claim lombard-street/pier-39#2 red:1","outcome":[],"key":"k8"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',10,1.79487868214698648456e+09,'act','{"seat":0,"action":"claim pacific-heights/painted-ladies blue:1","outcome":[],"key":"k9"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',11,1.79487868214931130415e+09,'act','{"seat":1,"action":"claim fort-mason/pacific-heights orange:1","outcome":[],"key":"k10"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',12,1.79487868215147471431e+09,'act','{"seat":0,"action":"draw wild","outcome":["orange"],"key":"k11"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',13,1.79487868215362167357e+09,'act','{"seat":1,"action":"draw orange","outcome":["black"],"key":"k12"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',14,1.79487868215463924406e+09,'act','{"seat":1,"action":"draw orange","outcome":["black"],"key":"k13"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',15,1.79487868215556502348e+09,'act','{"seat":0,"action":"claim fort-mason/lombard-street wild:1","outcome":[],"key":"k14"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',16,1.79487868215671277048e+09,'act','{"seat":1,"action":"claim golden-gate-park/haight-ashbury orange:2","outcome":[],"key":"k15"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',17,1.79487868215770030025e+09,'act','{"seat":0,"action":"draw black","outcome":["wild"],"key":"k16"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',18,1.79487868215876698492e+09,'act','{"seat":0,"action":"draw black","outcome":["red"],"key":"k17"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',19,1.79487868215970110892e+09,'act','{"seat":1,"action":"draw wild","outcome":["green"],"key":"k18"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',20,1.79487868216066193583e+09,'act','{"seat":0,"action":"claim castro/twin-peaks#2 black:2","outcome":[],"key":"k19"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',21,1.79487868216183471675e+09,'act','{"seat":1,"action":"claim castro/mission-district wild:1","outcome":[],"key":"k20"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',22,1.79487868216307330133e+09,'act','{"seat":0,"action":"draw green","outcome":["orange"],"key":"k21"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',23,1.79487868216500687603e+09,'act','{"seat":0,"action":"draw deck","outcome":["green"],"key":"k22"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',24,1.79487868217542529108e+09,'act','{"seat":1,"action":"draw green","outcome":["purple"],"key":"k23"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',25,1.79487868217967891696e+09,'act','{"seat":1,"action":"draw purple","outcome":["blue"],"key":"k24"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',26,1794878682.1844,'act','{"seat":0,"action":"claim chinatown/union-square#2 green:1","outcome":[],"key":"k25"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',27,1.79487868218736124036e+09,'act','{"seat":1,"action":"draw red","outcome":["wild"],"key":"k26"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',28,1.79487868219137239452e+09,'act','{"seat":1,"action":"draw orange","outcome":["blue"],"key":"k27"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',29,1.79487868219272279739e+09,'act','{"seat":0,"action":"draw wild","outcome":["green"],"key":"k28"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',30,1.79487868219393825533e+09,'act','{"seat":1,"action":"draw red","outcome":["black"],"key":"k29"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',31,1.79487868219584774972e+09,'act','{"seat":1,"action":"draw green","outcome":["red"],"key":"k30"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',32,1.79487868219923233986e+09,'act','{"seat":0,"action":"claim castro/haight-ashbury green:1,wild:1","outcome":[],"key":"k31"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',33,1.79487868220062160486e+09,'act','{"seat":1,"action":"claim potrero-hill/south-beach red:2","outcome":[],"key":"k32"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',34,1.79487868220169544215e+09,'act','{"seat":0,"action":"draw blue","outcome":["wild"],"key":"k33"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',35,1.79487868220360660556e+09,'act','{"seat":0,"action":"draw black","outcome":["red"],"key":"k34"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',36,1.79487868220657706256e+09,'act','{"seat":1,"action":"claim painted-ladies/union-square#2 green:2","outcome":[],"key":"k35"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',37,1.79487868221068716046e+09,'act','{"seat":0,"action":"draw deck","outcome":["red"],"key":"k36"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',38,1.79487868221463799482e+09,'act','{"seat":0,"action":"draw deck","outcome":["black"],"key":"k37"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',39,1.79487868221864938734e+09,'act','{"seat":1,"action":"draw blue","outcome":["blue"],"key":"k38"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',40,1.79487868222263240811e+09,'act','{"seat":1,"action":"draw purple","outcome":["blue"],"key":"k39"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',41,1.79487868222466540341e+09,'act','{"seat":0,"action":"claim golden-gate-park/sunset black:2","outcome":[],"key":"k40"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',42,1.79487868222667503359e+09,'act','{"seat":1,"action":"claim pier-39/the-embarcadero#2 purple:2","outcome":[],"key":"k41"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',43,1794878682.22888,'act','{"seat":0,"action":"draw red","outcome":["black"],"key":"k42"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',44,1.79487868223255467412e+09,'act','{"seat":0,"action":"draw blue","outcome":["green"],"key":"k43"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',45,1.79487868223460435863e+09,'act','{"seat":1,"action":"draw green","outcome":["purple"],"key":"k44"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',46,1.79487868223869252203e+09,'act','{"seat":1,"action":"draw deck","outcome":["wild"],"key":"k45"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',47,1.79487868224069452285e+09,'act','{"seat":0,"action":"claim golden-gate-bridge/presidio#2 blue:2","outcome":[],"key":"k46"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',48,1.79487868224266600616e+09,'act','{"seat":1,"action":"claim alcatraz/pier-39#2 blue:1,wild:1","outcome":[],"key":"k47"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',49,1.79487868224707627301e+09,'act','{"seat":0,"action":"claim pacific-heights/presidio red:2","outcome":[],"key":"k48"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',50,1.79487868224846124649e+09,'act','{"seat":1,"action":"draw black","outcome":["purple"],"key":"k49"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',51,1.79487868225440955162e+09,'act','{"seat":1,"action":"draw blue","outcome":["wild"],"key":"k50"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',52,1.79487868225590753556e+09,'act','{"seat":0,"action":"draw wild","outcome":["blue"],"key":"k51"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',53,1.7948786822588117122e+09,'act','{"seat":1,"action":"draw wild","outcome":["black"],"key":"k52"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',54,1.79487868226019907e+09,'act','{"seat":0,"action":"draw red","outcome":["purple"],"key":"k53"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',55,1.79487868226399326326e+09,'act','{"seat":0,"action":"draw black","outcome":["wild"],"key":"k54"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',56,1.79487868226515793796e+09,'act','{"seat":1,"action":"claim golden-gate-park/lands-end green:1,wild:1","outcome":[],"key":"k55"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',57,1.79487868226720571514e+09,'act','{"seat":0,"action":"claim fort-mason/pier-39 red:1,wild:1","outcome":[],"key":"k56"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',58,1.79487868227080583569e+09,'act','{"seat":1,"action":"draw purple","outcome":["orange"],"key":"k57"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',59,1.79487868227471518518e+09,'act','{"seat":1,"action":"draw orange","outcome":["wild"],"key":"k58"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',60,1.7948786822785143852e+09,'act','{"seat":0,"action":"draw deck","outcome":["green"],"key":"k59"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',61,1.79487868227989745138e+09,'act','{"seat":0,"action":"draw purple","outcome":["purple"],"key":"k60"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',62,1.79487868228295922284e+09,'act','{"seat":1,"action":"claim mission-district/union-square orange:2","outcome":[],"key":"k61"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',63,1.79487868228396296507e+09,'act','{"seat":0,"action":"draw wild","outcome":["purple"],"key":"k62"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',64,1.79487868228581738476e+09,'act','{"seat":1,"action":"draw purple","outcome":["orange"],"key":"k63"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',65,1.79487868228886485099e+09,'act','{"seat":1,"action":"draw orange","outcome":["green"],"key":"k64"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',66,1.79487868229050540926e+09,'act','{"seat":0,"action":"claim mission-district/potrero-hill purple:1,wild:1","outcome":[],"key":"k65"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',67,1.79487868229198813431e+09,'act','{"seat":1,"action":"draw green","outcome":["blue"],"key":"k66"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',68,1.79487868229484105113e+09,'act','{"seat":1,"action":"draw blue","outcome":["black"],"key":"k67"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',69,1794878682.30072,'act','{"seat":0,"action":"draw blue","outcome":["purple"],"key":"k68"}');
INSERT INTO "entry" VALUES('gC9Nfo-ildkE',70,1.79487868230282139776e+09,'act','{"seat":0,"action":"draw deck","outcome":["black"],"key":"k69"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',1,1.79487868234737181667e+09,'sit','{"seat":0,"name":"Ann"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',2,1.7948786823486645222e+09,'sit','{"seat":1,"name":"Person 1"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',3,1.79487868235019087798e+09,'begin','{"start":{"map":"three-lakes","players":2,"phase":"keep-tickets","to_play":0,"face_up":["red","red","blue"],"discards":{},"claimed":{},"stacks":{},"set_aside":[],"token_choice":[],"turns_left":null,"passes":0,"deck":["blue","red","red","wild","red","red","wild","red","blue","blue","blue","blue","red"],"ticket_deck":[],"seats":[{"score":0,"pieces":10,"hand":{"blue":1,"wild":1},"tickets":[],"offered":["ashford/dunmore","ashford/birch-bay"],"tokens":[]},{"score":0,"pieces":10,"hand":{"blue":1,"wild":1},"tickets":[],"offered":["cold-spring/dunmore","birch-bay/cold-spring"],"tokens":[]}]},"fill":null}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',4,1.79487868235219693181e+09,'act','{"seat":1,"action":"keep birch-bay/cold-spring","outcome":[],"key":"k3"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',5,1.79487868235335540768e+09,'act','{"seat":0,"action":"keep ashford/birch-bay","outcome":[],"key":"k4"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',6,1.79487868235854029653e+09,'act','{"seat":0,"action":"claim ashford/cold-spring blue:1,wild:1","outcome":[],"key":"k5"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',7,1.7948786823628771305e+09,'act','{"seat":1,"action":"claim birch-bay/dunmore blue:1,wild:1","outcome":[],"key":"k6"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',8,1.79487868236413359648e+09,'act','{"seat":0,"action":"draw deck","outcome":["blue"],"key":"k7"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',9,1.79487868236527919763e+09,'act','{"seat":0,"action":"draw deck","outcome":["red"],"key":"k8"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',10,1.79487868237082195282e+09,'emote','{"seat":0,"emote":"hello"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',11,1.79487868237199497218e+09,'pace','{"seat":1,"pace":"fast"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',12,1.79487868237339973443e+09,'act','{"seat":1,"action":"draw blue","outcome":["red"],"key":"k11"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',13,1.79487868237684702879e+09,'act','{"seat":1,"action":"draw deck","outcome":["wild"],"key":"k12"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',14,1.79487868237814188004e+09,'act','{"seat":0,"action":"draw red","outcome":["red"],"key":"k13"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',15,1.79487868238316774366e+09,'act','{"seat":0,"action":"draw red","outcome":["red"],"key":"k14"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',16,1.79487868239096784589e+09,'act','{"seat":1,"action":"draw deck","outcome":["wild"],"key":"k15"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',17,1.7948786823922288418e+09,'act','{"seat":1,"action":"draw deck","outcome":["red"],"key":"k16"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',18,1.79487868239323544502e+09,'act','{"seat":0,"action":"claim ashford/birch-bay red:3","outcome":[],"key":"k17"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',19,1.79487868239870858189e+09,'ask-undo','{"seat":0}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',20,1.79487868240085673334e+09,'answer-undo','{"seat":1,"agree":true}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',21,1.79487868240294766433e+09,'act','{"seat":0,"action":"claim ashford/birch-bay red:3","outcome":[],"key":"k20"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',22,1.794878682415156126e+09,'act','{"seat":1,"action":"claim cold-spring/dunmore red:1,wild:2","outcome":[],"key":"k21"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',23,1.79487868241662025447e+09,'act','{"seat":0,"action":"draw red","outcome":["blue"],"key":"k22"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',24,1.79487868241768980023e+09,'act','{"seat":0,"action":"draw blue","outcome":["blue"],"key":"k23"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',25,1.79487868241877245902e+09,'act','{"seat":1,"action":"draw blue","outcome":["blue"],"key":"k24"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',26,1.79487868241974020001e+09,'act','{"seat":1,"action":"draw red","outcome":["blue"],"key":"k25"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',27,1.79487868242079496379e+09,'act','{"seat":0,"action":"draw blue","outcome":["red"],"key":"k26"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',28,1.7948786824218628407e+09,'act','{"seat":0,"action":"draw red","outcome":["wild"],"key":"k27"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',29,1.79487868242287325858e+09,'act','{"seat":1,"action":"draw wild","outcome":["red"],"key":"k28"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',30,1.79487868242390036579e+09,'act','{"seat":0,"action":"draw red","outcome":["red"],"key":"k29"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',31,1.79487868242500662801e+09,'act','{"seat":0,"action":"draw deck","outcome":["wild"],"key":"k30"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',32,1.79487868242628550528e+09,'act','{"seat":1,"action":"draw deck","outcome":["blue"],"key":"k31"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',33,1.79487868242731189727e+09,'act','{"seat":1,"action":"draw deck","outcome":["red"],"key":"k32"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',34,1.79487868242829322817e+09,'act','{"seat":0,"action":"claim ashford/dunmore blue:3,wild:1","outcome":[],"key":"k33"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',35,1.79487868242930483815e+09,'act','{"seat":1,"action":"draw deck","outcome":["blue"],"key":"k34"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',36,1.79487868243039011949e+09,'act','{"seat":1,"action":"draw blue","outcome":["wild"],"key":"k35"}');
INSERT INTO "entry" VALUES('Uwg9rv-M3kmZ',37,1.79487868243140554422e+09,'act','{"seat":0,"action":"draw wild","outcome":["red"],"key":"k36"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',1,1.79487868245491123198e+09,'sit','{"seat":0,"name":"Ann"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',2,1.79487868246048927305e+09,'sit','{"seat":1,"name":"Person 1"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',3,1.79487868246200728411e+09,'begin','{"start":{"map":"three-lakes","players":2,"phase":"keep-tickets","to_play":0,"face_up":["blue","wild","blue"],"discards":{},"claimed":{},"stacks":{},"set_aside":[],"token_choice":[],"turns_left":null,"passes":0,"deck":["blue","red","blue","blue","wild","wild","red","red","blue","red","blue","wild","red"],"ticket_deck":[],"seats":[{"score":0,"pieces":10,"hand":{"red":1,"blue":1},"tickets":[],"offered":["cold-spring/dunmore","ashford/dunmore"],"tokens":[]},{"score":0,"pieces":10,"hand":{"red":2},"tickets":[],"offered":["birch-bay/cold-spring","ashford/birch-bay"],"tokens":[]}]},"fill":null}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',4,1.79487868246773719788e+09,'act','{"seat":1,"action":"keep birch-bay/cold-spring","outcome":[],"key":"k3"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',5,1.79487868247164297102e+09,'act','{"seat":0,"action":"keep cold-spring/dunmore ashford/dunmore","outcome":[],"key":"k4"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',6,1.79487868247302174572e+09,'act','{"seat":0,"action":"draw deck","outcome":["blue"],"key":"k5"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',7,1.79487868247735404964e+09,'act','{"seat":0,"action":"draw deck","outcome":["red"],"key":"k6"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',8,1.79487868247845458987e+09,'act','{"seat":1,"action":"draw blue","outcome":["blue"],"key":"k7"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',9,1.79487868248712635036e+09,'act','{"seat":1,"action":"draw deck","outcome":["blue"],"key":"k8"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',10,1.79487868249070692066e+09,'act','{"seat":0,"action":"claim ashford/cold-spring red:2","outcome":[],"key":"k9"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',11,1.79487868249231100081e+09,'act','{"seat":1,"action":"draw wild","outcome":["wild"],"key":"k10"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',12,1.79487868249342703819e+09,'act','{"seat":0,"action":"draw deck","outcome":["wild"],"key":"k11"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',13,1.79487868250011253353e+09,'act','{"seat":0,"action":"draw blue","outcome":["red"],"key":"k12"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',14,1.7948786825026423931e+09,'act','{"seat":1,"action":"draw red","outcome":["red"],"key":"k13"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',15,1.79487868250663018228e+09,'act','{"seat":1,"action":"draw deck","outcome":["blue"],"key":"k14"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',16,1.79487868251074862485e+09,'act','{"seat":0,"action":"claim ashford/dunmore blue:3,wild:1","outcome":[],"key":"k15"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',17,1.79487868251479291917e+09,'act','{"seat":1,"action":"claim ashford/birch-bay red:2,wild:1","outcome":[],"key":"k16"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',18,1.7948786825185916424e+09,'act','{"seat":0,"action":"draw deck","outcome":["red"],"key":"k17"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',19,1.79487868252277755739e+09,'act','{"seat":0,"action":"draw deck","outcome":["blue"],"key":"k18"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',20,1.79487868252660584447e+09,'act','{"seat":1,"action":"draw red","outcome":["wild","red","red","red"],"key":"k19"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',21,1.79487868253078985212e+09,'act','{"seat":1,"action":"draw red","outcome":["blue"],"key":"k20"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',22,1.79487868253330206868e+09,'act','{"seat":0,"action":"draw deck","outcome":["blue"],"key":"k21"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',23,1794878682.53892,'act','{"seat":0,"action":"draw deck","outcome":["blue"],"key":"k22"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',24,1.79487868254262161252e+09,'act','{"seat":1,"action":"claim cold-spring/dunmore red:3","outcome":[],"key":"k23"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',25,1.79487868254673099514e+09,'act','{"seat":0,"action":"draw red","outcome":["wild"],"key":"k24"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',26,1.79487868255069923399e+09,'act','{"seat":0,"action":"draw deck","outcome":["wild"],"key":"k25"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',27,1.79487868255485844611e+09,'act','{"seat":1,"action":"draw red","outcome":["wild","blue","red","red"],"key":"k26"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',28,1.79487868255760097506e+09,'act','{"seat":1,"action":"draw deck","outcome":["wild"],"key":"k27"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',29,1.79487868256074190138e+09,'act','{"seat":0,"action":"claim birch-bay/dunmore red:1,wild:1","outcome":[],"key":"k28"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',30,1.79487868256330657004e+09,'act','{"seat":1,"action":"draw blue","outcome":["red"],"key":"k29"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',31,1.79487868256667351717e+09,'act','{"seat":1,"action":"draw red","outcome":["red"],"key":"k30"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',32,1.79487868257059860225e+09,'act','{"seat":0,"action":"draw red","outcome":["wild"],"key":"k31"}');
INSERT INTO "entry" VALUES('ScgUHvdYAkyL',33,1.79487868257224917408e+09,'act','{"seat":0,"action":"draw red","outcome":["wild","red","blue","wild"],"key":"k32"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',1,1.79487868261874413495e+09,'sit','{"seat":0,"name":"Ann"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',2,1.79487868262240028377e+09,'sit','{"seat":1,"name":"Person 1"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',3,1.79487868262756276134e+09,'begin','{"start":{"map":"usa","players":3,"phase":"keep-tickets","to_play":0,"face_up":["black","purple","blue","white","red"],"discards":{},"claimed":{},"stacks":{},"set_aside":[],"token_choice":[],"turns_left":null,"passes":0,"deck":["red","purple","orange","white","yellow","green","orange","red","black","green","black","green","black","orange","orange","wild","green","wild","green","wild","black","white","wild","blue","orange","wild","orange","white","purple","black","wild","red","green","black","green","red","red","purple","white","orange","yellow","wild","wild","red","wild","white","black","blue","wild","blue","blue","yellow","white","green","blue","orange","wild","white","yellow","black","black","yellow","yellow","blue","white","blue","yellow","green","orange","wild","blue","orange","blue","yellow","orange","blue","blue","purple","purple","yellow","orange","green","white","purple","yellow","white","red","wild","white","red","black","yellow","purple"],"ticket_deck":["boston/miami","montreal/new-orleans","nashville/sault-st-marie","los-angeles/new-york","atlanta/new-york","los-angeles/miami","helena/los-angeles","nashville/portland","santa-fe/vancouver","new-york/seattle","houston/kansas-city","atlanta/san-francisco","chicago/new-orleans","atlanta/montreal","phoenix/portland","calgary/salt-lake-city","calgary/phoenix","little-rock/winnipeg","dallas/new-york","duluth/el-paso","oklahoma-city/sault-st-marie"],"seats":[{"score":0,"pieces":45,"hand":{"purple":2,"red":1,"green":1},"tickets":[],"offered":["chicago/santa-fe","denver/pittsburgh","chicago/los-angeles"],"tokens":[]},{"score":0,"pieces":45,"hand":{"purple":1,"yellow":1,"red":1,"wild":1},"tickets":[],"offered":["denver/el-paso","los-angeles/seattle","montreal/vancouver"],"tokens":[]},{"score":0,"pieces":45,"hand":{"purple":1,"black":1,"red":1,"green":1},"tickets":[],"offered":["houston/winnipeg","miami/toronto","duluth/houston"],"tokens":[]}]},"fill":null}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',4,1.79487868265476560591e+09,'act','{"seat":1,"action":"keep denver/el-paso los-angeles/seattle montreal/vancouver","outcome":[],"key":"k3"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',5,1.79487868265917468067e+09,'act','{"seat":2,"action":"keep miami/toronto duluth/houston","outcome":[],"key":""}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',6,1.79487868266243171693e+09,'act','{"seat":0,"action":"keep chicago/santa-fe chicago/los-angeles","outcome":[],"key":"k5"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',7,1.79487868266449427604e+09,'act','{"seat":0,"action":"claim dallas/houston#2 green:1","outcome":[],"key":"k6"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',8,1.79487868267103290557e+09,'act','{"seat":1,"action":"claim dallas/little-rock red:1,wild:1","outcome":[],"key":"k7"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',9,1.79487868267243504526e+09,'act','{"seat":2,"action":"claim atlanta/nashville black:1","outcome":[],"key":""}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',10,1.79487868267847251887e+09,'emote','{"seat":0,"emote":"hello"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',11,1.79487868268020200725e+09,'pace','{"seat":1,"pace":"fast"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',12,1.79487868268313360215e+09,'act','{"seat":0,"action":"claim raleigh/washington purple:2","outcome":[],"key":"k11"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',13,1.79487868268495965001e+09,'ask-undo','{"seat":0}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',14,1.7948786826863796711e+09,'answer-undo','{"seat":1,"agree":true}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',15,1.79487868268772172933e+09,'act','{"seat":0,"action":"claim kansas-city/omaha#2 purple:1","outcome":[],"key":"k14"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',16,1.79487868269313430788e+09,'act','{"seat":1,"action":"claim seattle/vancouver#2 yellow:1","outcome":[],"key":"k15"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',17,1.79487868270711278914e+09,'act','{"seat":2,"action":"claim portland/seattle#2 green:1","outcome":[],"key":""}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',18,1.79487868271082425114e+09,'act','{"seat":0,"action":"draw blue","outcome":["red"],"key":"k17"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',19,1.79487868271210384372e+09,'act','{"seat":0,"action":"draw purple","outcome":["purple"],"key":"k18"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',20,1.79487868271453595162e+09,'act','{"seat":1,"action":"draw red","outcome":["orange"],"key":"k19"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',21,1.79487868271860265736e+09,'act','{"seat":1,"action":"draw red","outcome":["white"],"key":"k20"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',22,1.79487868272270059593e+09,'act','{"seat":2,"action":"draw orange","outcome":["yellow"],"key":""}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',23,1794878682.72661,'act','{"seat":2,"action":"draw yellow","outcome":["green"],"key":""}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',24,1.79487868273085474967e+09,'act','{"seat":0,"action":"claim duluth/omaha#2 purple:2","outcome":[],"key":"k23"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',25,1.79487868273292732238e+09,'act','{"seat":1,"action":"claim kansas-city/oklahoma-city#2 red:2","outcome":[],"key":"k24"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',26,1.79487868273460030553e+09,'act','{"seat":2,"action":"draw deck","outcome":["orange"],"key":""}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',27,1.79487868273860836027e+09,'act','{"seat":2,"action":"draw deck","outcome":["red"],"key":""}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',28,1.79487868274275445944e+09,'act','{"seat":0,"action":"draw deck","outcome":["black"],"key":"k27"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',29,1.79487868274671602247e+09,'act','{"seat":0,"action":"draw green","outcome":["green"],"key":"k28"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',30,1.79487868275099873545e+09,'act','{"seat":1,"action":"draw green","outcome":["black"],"key":"k29"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',31,1.79487868275484156611e+09,'act','{"seat":1,"action":"draw black","outcome":["green"],"key":"k30"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',32,1.79487868275830197333e+09,'act','{"seat":2,"action":"claim little-rock/oklahoma-city orange:2","outcome":[],"key":""}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',33,1.79487868276266384131e+09,'act','{"seat":0,"action":"draw green","outcome":["black"],"key":"k32"}');
INSERT INTO "entry" VALUES('7NtMkfwXt8vP',34,1.79487868276665067665e+09,'act','{"seat":0,"action":"draw deck","outcome":["orange"],"key":"k33"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',1,1.79487868278265523917e+09,'sit','{"seat":0,"name":"Ann"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',2,1.79487868278645777697e+09,'sit','{"seat":1,"name":"Person 1"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',3,1.79487868279072284695e+09,'begin','{"start":{"map":"san-francisco","players":2,"phase":"keep-tickets","to_play":0,"face_up":["purple","blue","red","green","purple"],"discards":{},"claimed":{},"stacks":{"potrero-hill":{"symbol":"bell","count":2},"the-embarcadero":{"symbol":"crab","count":2},"alcatraz":{"symbol":"lantern","count":2},"golden-gate-bridge":{"symbol":"seal","count":2},"sunset":{"symbol":"chocolate","count":2}},"set_aside":[{"symbol":"cookie","count":1},{"symbol":"sourdough","count":1}],"token_choice":[],"turns_left":null,"passes":0,"deck":["green","wild","wild","red","black","purple","wild","purple","black","wild","green","blue","orange","orange","black","wild","blue","blue","wild","orange","black","wild","purple","black","red","green","wild","orange","purple","green","blue","red","green","orange","orange"],"ticket_deck":["lands-end/union-square","castro/pier-39","chinatown/golden-gate-park","alcatraz/sunset","lands-end/lombard-street","golden-gate-bridge/mission-district","golden-gate-park/mission-district","lombard-street/potrero-hill","castro/presidio","presidio/south-beach","alcatraz/castro","potrero-hill/sunset","pacific-heights/potrero-hill","fort-mason/twin-peaks","sunset/the-embarcadero","pier-39/sunset","golden-gate-bridge/the-embarcadero","haight-ashbury/the-embarcadero","alcatraz/painted-ladies","chinatown/golden-gate-bridge"],"seats":[{"score":0,"pieces":20,"hand":{"blue":1,"black":1},"tickets":[],"offered":["golden-gate-bridge/twin-peaks","fort-mason/mission-district"],"tokens":[]},{"score":0,"pieces":20,"hand":{"red":2},"tickets":[],"offered":["lands-end/south-beach","alcatraz/potrero-hill"],"tokens":[]}]},"fill":null}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',4,1.79487868279387235643e+09,'act','{"seat":1,"action":"keep lands-end/south-beach","outcome":[],"key":"k3"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',5,1.79487868279916405679e+09,'act','{"seat":0,"action":"keep fort-mason/mission-district","outcome":[],"key":"k4"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',6,1.79487868280264878276e+09,'act','{"seat":1,"action":"place sourdough fort-mason","outcome":[],"key":"k5"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',7,1.7948786828067936897e+09,'act','{"seat":1,"action":"place cookie twin-peaks","outcome":[],"key":"k6"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',8,1.79487868281063723567e+09,'act','{"seat":0,"action":"claim chinatown/pier-39 black:1","outcome":[],"key":"k7"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',9,1.79487868281467962262e+09,'act','{"seat":1,"action":"claim fort-mason/pacific-heights red:1","outcome":[],"key":"k8"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',10,1.79487868281862568854e+09,'act','{"seat":0,"action":"claim pacific-heights/painted-ladies blue:1","outcome":[],"key":"k9"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',11,1.79487868282262945178e+09,'act','{"seat":1,"action":"draw deck","outcome":["green"],"key":"k10"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',12,1794878682.82663,'act','{"seat":1,"action":"draw red","outcome":["wild"],"key":"k11"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',13,1794878682.83073,'act','{"seat":0,"action":"draw deck","outcome":["wild"],"key":"k12"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',14,1.79487868283462882043e+09,'act','{"seat":0,"action":"draw blue","outcome":["red"],"key":"k13"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',15,1.79487868283875012399e+09,'act','{"seat":1,"action":"claim golden-gate-park/sunset red:2","outcome":[],"key":"k14"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',16,1.79487868284274601935e+09,'act','{"seat":0,"action":"claim castro/twin-peaks blue:1,wild:1","outcome":[],"key":"k15"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',17,1.79487868284369325635e+09,'act','{"seat":1,"action":"claim fort-mason/lombard-street green:1","outcome":[],"key":"k16"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',18,1.79487868284657263754e+09,'act','{"seat":0,"action":"draw wild","outcome":["black"],"key":"k17"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',19,1.79487868285067820551e+09,'act','{"seat":1,"action":"draw purple","outcome":["purple"],"key":"k18"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',20,1.79487868285152053836e+09,'act','{"seat":1,"action":"draw purple","outcome":["wild"],"key":"k19"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',21,1.79487868285470342634e+09,'act','{"seat":0,"action":"claim chinatown/union-square#2 wild:1","outcome":[],"key":"k20"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',22,1.7948786828586645127e+09,'act','{"seat":1,"action":"claim mission-district/potrero-hill purple:2","outcome":[],"key":"k21"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',23,1.79487868285955953599e+09,'act','{"seat":0,"action":"draw wild","outcome":["purple"],"key":"k22"}');
INSERT INTO "entry" VALUES('ebkn5PHA3PUX',24,1.79487868286674475673e+09,'act','{"seat":1,"action":"draw red","outcome":["black"],"key":"k23"}');
INSERT INTO "entry" VALUES('bH3KCwhULYKr',1,1.79487868288600277899e+09,'sit','{"seat":0,"name":"Ann"}');
INSERT INTO "entry" VALUES('bH3KCwhULYKr',2,1.79487868289045429228e+09,'sit','{"seat":1,"name":"Person 1"}');
INSERT INTO "entry" VALUES('bH3KCwhULYKr',3,1.79487868289127874377e+09,'begin','{"start":{"map":"three-lakes","players":2,"phase":"keep-tickets","to_play":0,"face_up":["red","red","wild"],"discards":{},"claimed":{},"stacks":{},"set_aside":[],"token_choice":[],"turns_left":null,"passes":0,"deck":["blue","wild","blue","red","blue","red","red","blue","wild","wild","blue","red","blue"],"ticket_deck":[],"seats":[{"score":0,"pieces":10,"hand":{"blue":2},"tickets":[],"offered":["cold-spring/dunmore","birch-bay/cold-spring"],"tokens":[]},{"score":0,"pieces":10,"hand":{"red":2},"tickets":[],"offered":["ashford/dunmore","ashford/birch-bay"],"tokens":[]}]},"fill":null}');
INSERT INTO "entry" VALUES('bH3KCwhULYKr',4,1.79487868289890170094e+09,'act','{"seat":0,"action":"keep cold-spring/dunmore","outcome":[],"key":"k3"}');
INSERT INTO "entry" VALUES('bH3KCwhULYKr',5,1.79487868289988088607e+09,'act','{"seat":1,"action":"keep ashford/dunmore","outcome":[],"key":"k4"}');
INSERT INTO "entry" VALUES('bH3KCwhULYKr',6,1.79487868290072488785e+09,'act','{"seat":0,"action":"claim ashford/cold-spring blue:2","outcome":[],"key":"k5"}');
INSERT INTO "entry" VALUES('bH3KCwhULYKr',7,1.79487868290681505199e+09,'act','{"seat":1,"action":"draw wild","outcome":["blue"],"key":"k6"}');
INSERT INTO "entry" VALUES('bH3KCwhULYKr',8,1.79487868291080570216e+09,'act','{"seat":0,"action":"draw blue","outcome":["wild"],"key":"k7"}');
INSERT INTO "entry" VALUES('bH3KCwhULYKr',9,1.79487868291463160521e+09,'act','{"seat":0,"action":"draw red","outcome":["blue"],"key":"k8"}');
INSERT INTO "entry" VALUES('bH3KCwhULYKr',10,1.79487868291881608965e+09,'act','{"seat":1,"action":"claim ashford/birch-bay red:2,wild:1","outcome":[],"key":"k9"}');
INSERT INTO "entry" VALUES('bH3KCwhULYKr',11,1.79487868292269968991e+09,'act','{"seat":0,"action":"draw wild","outcome":["red"],"key":"k10"}');
INSERT INTO "entry" VALUES('TaNq3fQjE4eq',1,1.79487868293755626681e+09,'sit','{"seat":0,"name":"Ann"}');
INSERT INTO "entry" VALUES('TaNq3fQjE4eq',2,1.79487868294582152365e+09,'sit','{"seat":1,"name":"Person 1"}');
INSERT INTO "entry" VALUES('TaNq3fQjE4eq',3,1.79487868294709944729e+09,'begin','{"start":{"map":"usa","players":2,"phase":"keep-tickets","to_play":0,"face_up":["green","red","wild","black","blue"],"discards":{},"claimed":{},"stacks":{},"set_aside":[],"token_choice":[],"turns_left":null,"passes":0,"deck":["green","blue","wild","yellow","red","black","white","wild","purple","orange","blue","red","purple","yellow","white","purple","white","purple","red","green","blue","wild","black","wild","green","orange","wild","red","white","blue","wild","purple","white","blue","white","white","orange","orange","blue","black","blue","purple","orange","purple","red","green","yellow","yellow","purple","wild","black","black","white","red","purple","red","blue","white","orange","orange","blue","red","white","yellow","wild","yellow","wild","black","blue","green","yellow","yellow","wild","black","wild","yellow","orange","green","yellow","green","purple","orange","red","yellow","red","green","black","white","orange","green","orange","wild","orange","black","purple","blue","green"],"ticket_deck":["little-rock/winnipeg","santa-fe/vancouver","denver/pittsburgh","duluth/el-paso","montreal/vancouver","atlanta/montreal","houston/winnipeg","los-angeles/seattle","duluth/houston","helena/los-angeles","boston/miami","los-angeles/miami","miami/toronto","montreal/new-orleans","chicago/los-angeles","atlanta/new-york","nashville/sault-st-marie","los-angeles/new-york","calgary/salt-lake-city","chicago/santa-fe","denver/el-paso","chicago/new-orleans","atlanta/san-francisco","phoenix/portland"],"seats":[{"score":0,"pieces":45,"hand":{"purple":1,"white":1,"black":1,"wild":1},"tickets":[],"offered":["houston/kansas-city","nashville/portland","dallas/new-york"],"tokens":[]},{"score":0,"pieces":45,"hand":{"yellow":1,"black":1,"red":1,"green":1},"tickets":[],"offered":["new-york/seattle","calgary/phoenix","oklahoma-city/sault-st-marie"],"tokens":[]}]},"fill":null}');
INSERT INTO "entry" VALUES('TaNq3fQjE4eq',4,1.79487868294855713847e+09,'act','{"seat":0,"action":"keep houston/kansas-city dallas/new-york","outcome":[],"key":"k3"}');
INSERT INTO "entry" VALUES('xKBMBc-D5Bbl',1,1.79487868295872688298e+09,'sit','{"seat":0,"name":"Ann"}');
INSERT INTO "entry" VALUES('r5jgH-lkijEo',1,1.79487868298409461971e+09,'sit','{"seat":0,"name":"Ann"}');
INSERT INTO "entry" VALUES('r5jgH-lkijEo',2,1.7948786829851531982e+09,'begin','{"start":{},"fill":null}');
INSERT INTO "entry" VALUES('oIstk-aoTqDf',1,1.79487868301902961732e+09,'sit','{"seat":0,"name":"Ann"}');
INSERT INTO "entry" VALUES('oIstk-aoTqDf',2,1.79487868301991605754e+09,'begin','{"start":{},"fill":null}');
INSERT INTO "entry" VALUES('ZHB_xzbhPSEs',1,1.79487868304129242896e+09,'sit','{"seat":0,"name":"Ann"}');
INSERT INTO "entry" VALUES('ZHB_xzbhPSEs',2,1.79487868304219985011e+09,'sit','{"seat":1,"name":"Person 1"}');
INSERT INTO "entry" VALUES('ZHB_xzbhPSEs',3,1.79487868304290318485e+09,'sit','{"seat":2,"name":"Person 2"}');
INSERT INTO "entry" VALUES('ZHB_xzbhPSEs',4,1.79487868304346847529e+09,'begin','{"start":{},"fill":null}');
INSERT INTO "entry" VALUES('ZHB_xzbhPSEs',5,1.7948786830551145076e+09,'act','{"seat":1,"action":"draw purple","outcome":["orange"],"key":"k4"}');
INSERT INTO "entry" VALUES('ZHB_xzbhPSEs',6,1.79487868305632257458e+09,'act','{"seat":1,"action":"draw black","outcome":["wild"],"key":"k5"}');
INSERT INTO "entry" VALUES('ZHB_xzbhPSEs',7,1.79487868305739736553e+09,'act','{"seat":2,"action":"claim pittsburgh/toronto red:2","outcome":[],"key":"k6"}');
INSERT INTO "entry" VALUES('ZHB_xzbhPSEs',8,1.79487868305850434302e+09,'act','{"seat":0,"action":"claim new-york/pittsburgh#2 green:2","outcome":[],"key":"k7"}');
INSERT INTO "entry" VALUES('ZHB_xzbhPSEs',9,1.79487868305955982207e+09,'act','{"seat":1,"action":"claim atlanta/raleigh#2 purple:2","outcome":[],"key":"k8"}');
CREATE TABLE "match" (
	id TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	status TEXT NOT NULL, 
	public BOOLEAN NOT NULL, 
	joinable BOOLEAN NOT NULL, 
	created DOUBLE NOT NULL, 
	changed DOUBLE NOT NULL, 
	wake_at DOUBLE, 
	owner TEXT, 
	lease_until DOUBLE NOT NULL, 
	seed TEXT NOT NULL, 
	commitment TEXT NOT NULL, 
	watch_hash TEXT NOT NULL, 
	summary TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	map_text TEXT, 
	record TEXT, 
	CONSTRAINT pk_match PRIMARY KEY (id)
);
INSERT INTO "match" VALUES('gC9Nfo-ildkE',70,'over',0,0,1.79487867904029488571e+09,1.79487868230282139776e+09,NULL,'old',1.7948786873028707504e+09,'34314772843722185611820000780464242747421755855673622204688450636454070973519','b460410aedf1acfc7b23071e55f8d882999d31cdbbd58b1731349e92e51ae6bc','fe01880f7a89f1a5f4b2abecb9e66b5e932349f040b74be35d652da2603d1d85','{"map": "san-francisco", "seats": [{"kind": "person", "name": "Ann", "level": null, "is_vacant": false}, {"kind": "person", "name": "Person 1", "level": null, "is_vacant": false}], "clock": {"per": "none", "seconds": 0}, "status": "running"}','{"map":"san-francisco","seats":[{"kind":"person"},{"kind":"person"}],"order":"fixed","public":false,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"instant","hints":true,"stand_in":"hard"}',NULL,NULL);
INSERT INTO "match" VALUES('Uwg9rv-M3kmZ',37,'over',0,0,1.79487868231537747382e+09,1.79487868243140554422e+09,NULL,'old',1.79487868743143343924e+09,'113706638617889302494666762623189917818847719229880842366366729589679898040162','fb5854e786b4641ec092b4b486346bff7cd182e765735513305a3fc35e43f4ba','7edefb37bba136226d8d33820b756742490bc504b01730bf974de1d256ee8cca','{"map": "three-lakes", "seats": [{"kind": "person", "name": "Ann", "level": null, "is_vacant": false}, {"kind": "person", "name": "Person 1", "level": null, "is_vacant": false}], "clock": {"per": "none", "seconds": 0}, "status": "running"}','{"map":"three-lakes","seats":[{"kind":"person"},{"kind":"person"}],"order":"fixed","public":false,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"instant","hints":true,"stand_in":"hard"}','{"format":1,"name":"Three Lakes","note":"The smallest map that can be played well enough to try things out.","words":{"piece":"piece","wild":"wild","location":"location","card":"card"},"rules":{"players":{"min":2,"max":2},"pieces":10,"final_round_at":2,"both_tracks_from":3,"route_points":[1,2,4,7],"longest_path":0,"cards":{"colors":{"red":8,"blue":8},"wild":4,"opening_hand":2,"face_up":3,"reset_at":2,"reset_limit":3},"tickets":{"opening":{"dealt":2,"keep":1},"action":{"dealt":2,"keep":1}}},"board":{"width":400.0,"height":330.0,"theme":"paper","outlines":[]},"locations":[{"name":"Ashford","x":80.0,"y":80.0},{"name":"Birch Bay","x":320.0,"y":80.0},{"name":"Cold Spring","x":80.0,"y":250.0},{"name":"Dunmore","x":320.0,"y":250.0}],"routes":[{"a":"Ashford","b":"Birch Bay","length":3,"colors":["red","blue"],"ferries":0,"bend":[]},{"a":"Ashford","b":"Cold Spring","length":2,"colors":["grey"],"ferries":0,"bend":[]},{"a":"Ashford","b":"Dunmore","length":4,"colors":["blue"],"ferries":0,"bend":[[205.0,160.0]]},{"a":"Birch Bay","b":"Dunmore","length":2,"colors":["grey"],"ferries":1,"bend":[]},{"a":"Cold Spring","b":"Dunmore","length":3,"colors":["red"],"ferries":0,"bend":[]}],"tickets":[{"a":"Ashford","b":"Dunmore","points":4},{"a":"Birch Bay","b":"Cold Spring","points":5},{"a":"Ashford","b":"Birch Bay","points":3},{"a":"Cold Spring","b":"Dunmore","points":3}]}',NULL);
INSERT INTO "match" VALUES('ScgUHvdYAkyL',33,'over',0,0,1.79487868243990111348e+09,1.79487868257224917408e+09,NULL,'old',1.79487868757227468489e+09,'73027393053140638460267160742247222180151400492327519542793894708892163839861','be0e888adbfc22e232da21dd8a43cd65fcfe020eb6ea948e49fe1b60eb387f37','5e62df444580180cb905d6407baf1769c6401b0a78cba697e06ae38f0375684a','{"map": "three-lakes", "seats": [{"kind": "person", "name": "Ann", "level": null, "is_vacant": false}, {"kind": "person", "name": "Person 1", "level": null, "is_vacant": false}], "clock": {"per": "none", "seconds": 0}, "status": "running"}','{"map":"three-lakes","seats":[{"kind":"person"},{"kind":"person"}],"order":"fixed","public":false,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"instant","hints":true,"stand_in":"hard"}','{"format":1,"name":"Three Lakes","note":"The smallest map that can be played well enough to try things out.","words":{"piece":"piece","wild":"wild","location":"location","card":"card"},"rules":{"players":{"min":2,"max":2},"pieces":10,"final_round_at":2,"both_tracks_from":3,"route_points":[1,2,4,7],"longest_path":0,"cards":{"colors":{"red":8,"blue":8},"wild":4,"opening_hand":2,"face_up":3,"reset_at":2,"reset_limit":3},"tickets":{"opening":{"dealt":2,"keep":1},"action":{"dealt":2,"keep":1}}},"board":{"width":400.0,"height":330.0,"theme":"paper","outlines":[]},"locations":[{"name":"Ashford","x":80.0,"y":80.0},{"name":"Birch Bay","x":320.0,"y":80.0},{"name":"Cold Spring","x":80.0,"y":250.0},{"name":"Dunmore","x":320.0,"y":250.0}],"routes":[{"a":"Ashford","b":"Birch Bay","length":3,"colors":["red","blue"],"ferries":0,"bend":[]},{"a":"Ashford","b":"Cold Spring","length":2,"colors":["grey"],"ferries":0,"bend":[]},{"a":"Ashford","b":"Dunmore","length":4,"colors":["blue"],"ferries":0,"bend":[[205.0,160.0]]},{"a":"Birch Bay","b":"Dunmore","length":2,"colors":["grey"],"ferries":1,"bend":[]},{"a":"Cold Spring","b":"Dunmore","length":3,"colors":["red"],"ferries":0,"bend":[]}],"tickets":[{"a":"Ashford","b":"Dunmore","points":4},{"a":"Birch Bay","b":"Cold Spring","points":5},{"a":"Ashford","b":"Birch Bay","points":3},{"a":"Cold Spring","b":"Dunmore","points":3}]}',NULL);
INSERT INTO "match" VALUES('7NtMkfwXt8vP',34,'running',0,0,1.79487868260881900783e+09,1.79487868276665067665e+09,1.79488228276665067678e+09,'old',1.79487868776668739317e+09,'56374471419194469013150454782628951297362273383258186034190227259995624728940','3d58b83c4e9c9db5ea8d88e4219d376412ca2ad70ce82d588d983e71a48b5b28','4b750d1c26d8edadee5650f0c2cff5ac7a9075770a14f1e15ecdc541bd342bb2','{"map": "usa", "seats": [{"kind": "person", "name": "Ann", "level": null, "is_vacant": false}, {"kind": "person", "name": "Person 1", "level": null, "is_vacant": false}, {"kind": "bot", "name": "", "level": "easy", "is_vacant": false}], "clock": {"per": "move", "seconds": 3600}, "status": "running"}','{"map":"usa","seats":[{"kind":"person"},{"kind":"person"},{"kind":"bot","level":"easy"}],"order":"fixed","public":false,"clock":{"per":"move","seconds":3600},"spectator_delay":0,"pace":"instant","hints":true,"stand_in":"hard"}',NULL,NULL);
INSERT INTO "match" VALUES('ebkn5PHA3PUX',24,'running',1,0,1.79487868277279925344e+09,1.79487868286674475673e+09,NULL,'old',1.79487868786678242687e+09,'101180992875883577351639604302613739640481349760544203554341146503337996059791','1c7b9b9ec3eee0149c6a3a349603ac0f142b843810b95a7051bba316a9fa7bf9','8675dd109e6febf17600a1136b375a842ec95f8de4cb268ae659ff8b4a692e54','{"map": "san-francisco", "seats": [{"kind": "person", "name": "Ann", "level": null, "is_vacant": false}, {"kind": "person", "name": "Person 1", "level": null, "is_vacant": false}], "clock": {"per": "none", "seconds": 0}, "status": "running"}','{"map":"san-francisco","seats":[{"kind":"person"},{"kind":"person"}],"order":"fixed","public":true,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"instant","hints":true,"stand_in":"hard"}',NULL,NULL);
INSERT INTO "match" VALUES('bH3KCwhULYKr',11,'running',0,0,1.7948786828753054142e+09,1.79487868292269968991e+09,NULL,'old',1.79487868792273736005e+09,'103429657236397763974648856099364874367276291199079158267277338273347049681975','5494f26c36da03d8394a1914e9e62c5e913ff49bfd5b530f82620141a8e864f0','8752c6ee1646717dbf7fb847b1578fb76718c178dbaabfbcff6e2b09c68c6600','{"map": "three-lakes", "seats": [{"kind": "person", "name": "Ann", "level": null, "is_vacant": false}, {"kind": "person", "name": "Person 1", "level": null, "is_vacant": false}], "clock": {"per": "none", "seconds": 0}, "status": "running"}','{"map":"three-lakes","seats":[{"kind":"person"},{"kind":"person"}],"order":"fixed","public":false,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"instant","hints":true,"stand_in":"hard"}','{"format":1,"name":"Three Lakes","note":"The smallest map that can be played well enough to try things out.","words":{"piece":"piece","wild":"wild","location":"location","card":"card"},"rules":{"players":{"min":2,"max":2},"pieces":10,"final_round_at":2,"both_tracks_from":3,"route_points":[1,2,4,7],"longest_path":0,"cards":{"colors":{"red":8,"blue":8},"wild":4,"opening_hand":2,"face_up":3,"reset_at":2,"reset_limit":3},"tickets":{"opening":{"dealt":2,"keep":1},"action":{"dealt":2,"keep":1}}},"board":{"width":400.0,"height":330.0,"theme":"paper","outlines":[]},"locations":[{"name":"Ashford","x":80.0,"y":80.0},{"name":"Birch Bay","x":320.0,"y":80.0},{"name":"Cold Spring","x":80.0,"y":250.0},{"name":"Dunmore","x":320.0,"y":250.0}],"routes":[{"a":"Ashford","b":"Birch Bay","length":3,"colors":["red","blue"],"ferries":0,"bend":[]},{"a":"Ashford","b":"Cold Spring","length":2,"colors":["grey"],"ferries":0,"bend":[]},{"a":"Ashford","b":"Dunmore","length":4,"colors":["blue"],"ferries":0,"bend":[[205.0,160.0]]},{"a":"Birch Bay","b":"Dunmore","length":2,"colors":["grey"],"ferries":1,"bend":[]},{"a":"Cold Spring","b":"Dunmore","length":3,"colors":["red"],"ferries":0,"bend":[]}],"tickets":[{"a":"Ashford","b":"Dunmore","points":4},{"a":"Birch Bay","b":"Cold Spring","points":5},{"a":"Ashford","b":"Birch Bay","points":3},{"a":"Cold Spring","b":"Dunmore","points":3}]}',NULL);
INSERT INTO "match" VALUES('TaNq3fQjE4eq',4,'running',0,0,1.79487868292983174323e+09,1.79487868294855713847e+09,NULL,'old',1.79487868794859504704e+09,'66928856144752168401748305105038119627465460767489043928021998896359257964691','c82f23e3a46df1529c860bb5d0450053ef48e3e3088552f8ca0f0858b69a3f7b','2a12f9a591eb12d0c84bb4194efe73380da18016de437625c31e8c81da397e53','{"map": "usa", "seats": [{"kind": "person", "name": "Ann", "level": null, "is_vacant": false}, {"kind": "person", "name": "Person 1", "level": null, "is_vacant": false}], "clock": {"per": "none", "seconds": 0}, "status": "running"}','{"map":"usa","seats":[{"kind":"person"},{"kind":"person"}],"order":"fixed","public":false,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"instant","hints":true,"stand_in":"hard"}',NULL,NULL);
INSERT INTO "match" VALUES('xKBMBc-D5Bbl',1,'open',1,1,1.79487868295200514792e+09,1.79487868295872688298e+09,NULL,'old',1.79487868795882129667e+09,'39624379760339023722589049520639758027664344830846964821306481144265681593454','583da7b183b053d367191ce4d23cdce04b8eceb511e14254ba5b860af50a0094','b5ad2e19db320ecb9104a5d7c425a026dcf5fa22c6c0bd4e33dee4933f4b2d7c','{"map": "usa", "seats": [{"kind": "person", "name": "Ann", "level": null, "is_vacant": false}, {"kind": "person", "name": "", "level": null, "is_vacant": true}], "clock": {"per": "none", "seconds": 0}, "status": "open"}','{"map":"usa","seats":[{"kind":"person"},{"kind":"person"}],"order":"fixed","public":true,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"instant","hints":true,"stand_in":"hard"}',NULL,NULL);
INSERT INTO "match" VALUES('r5jgH-lkijEo',2,'over',0,0,1.79487868297326469422e+09,1.7948786829851531982e+09,NULL,'old',1.79487868799007964132e+09,'2702970591412737254119548712678502570805602082648548927208402074491822393153','','fbbf24dbf43a4f557f456f8a378ac562678d6a800f50c10cd0f8df22aae077d8','{"map": "san-francisco", "seats": [{"kind": "person", "name": "Ann", "level": null, "is_vacant": false}, {"kind": "bot", "name": "", "level": "hard", "is_vacant": false}], "clock": {"per": "none", "seconds": 0}, "status": "over"}','{"map":"san-francisco","seats":[{"kind":"person"},{"kind":"person"}],"order":"fixed","public":false,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"normal","hints":true,"stand_in":"hard"}',NULL,'whistlestop-record 1
map san-francisco 4a2efa145f1c1640
seed 34314772843722185611820000780464242747421755855673622204688450636454070973519 0
start {"map":"san-francisco","players":2,"phase":"keep-tickets","to_play":0,"face_up":["green","orange","purple","wild","red"],"discards":{},"claimed":{},"stacks":{"sunset":{"symbol":"bell","count":2},"potrero-hill":{"symbol":"lantern","count":2},"golden-gate-bridge":{"symbol":"sourdough","count":2},"the-embarcadero":{"symbol":"seal","count":2},"alcatraz":{"symbol":"chocolate","count":2}},"set_aside":[{"symbol":"cookie","count":1},{"symbol":"crab","count":1}],"token_choice":[],"turns_left":null,"passes":0,"deck":["orange","black","black","wild","red","green","orange","green","purple","blue","wild","blue","green","black","red","wild","red","red","black","blue","blue","black","green","purple","wild","purple","wild","blue","black","purple","wild","orange","wild","green","purple"],"ticket_deck":["lands-end/union-square","lands-end/lombard-street","haight-ashbury/the-embarcadero","castro/presidio","sunset/the-embarcadero","alcatraz/painted-ladies","alcatraz/sunset","golden-gate-park/mission-district","chinatown/golden-gate-bridge","pacific-heights/potrero-hill","fort-mason/twin-peaks","chinatown/golden-gate-park","lombard-street/potrero-hill","presidio/south-beach","lands-end/south-beach","alcatraz/castro","golden-gate-bridge/twin-peaks","castro/pier-39","fort-mason/mission-district","potrero-hill/sunset"],"seats":[{"score":0,"pieces":20,"hand":{"blue":1,"orange":1},"tickets":[],"offered":["golden-gate-bridge/the-embarcadero","pier-39/sunset"],"tokens":[]},{"score":0,"pieces":20,"hand":{"red":1,"orange":1},"tickets":[],"offered":["alcatraz/potrero-hill","golden-gate-bridge/mission-district"],"tokens":[]}]}
0 keep golden-gate-bridge/the-embarcadero pier-39/sunset
1 keep golden-gate-bridge/mission-district
1 place cookie chinatown
1 place crab haight-ashbury
0 claim chinatown/pier-39 orange:1
1 claim lombard-street/pier-39#2 red:1
0 claim pacific-heights/painted-ladies blue:1
1 claim fort-mason/pacific-heights orange:1
0 draw wild > orange
1 draw orange > black
1 draw orange > black
0 claim fort-mason/lombard-street wild:1
1 claim golden-gate-park/haight-ashbury orange:2
0 draw black > wild
0 draw black > red
1 draw wild > green
0 claim castro/twin-peaks#2 black:2
1 claim castro/mission-district wild:1
0 draw green > orange
0 draw deck > green
1 draw green > purple
1 draw purple > blue
0 claim chinatown/union-square#2 green:1
1 draw red > wild
1 draw orange > blue
0 draw wild > green
1 draw red > black
1 draw green > red
0 claim castro/haight-ashbury green:1,wild:1
1 claim potrero-hill/south-beach red:2
0 draw blue > wild
0 draw black > red
1 claim painted-ladies/union-square#2 green:2
0 draw deck > red
0 draw deck > black
1 draw blue > blue
1 draw purple > blue
0 claim golden-gate-park/sunset black:2
1 claim pier-39/the-embarcadero#2 purple:2
0 draw red > black
0 draw blue > green
1 draw green > purple
1 draw deck > wild
0 claim golden-gate-bridge/presidio#2 blue:2
1 claim alcatraz/pier-39#2 blue:1,wild:1
0 claim pacific-heights/presidio red:2
1 draw black > purple
1 draw blue > wild
0 draw wild > blue
1 draw wild > black
0 draw red > purple
0 draw black > wild
1 claim golden-gate-park/lands-end green:1,wild:1
0 claim fort-mason/pier-39 red:1,wild:1
1 draw purple > orange
1 draw orange > wild
0 draw deck > green
0 draw purple > purple
1 claim mission-district/union-square orange:2
0 draw wild > purple
1 draw purple > orange
1 draw orange > green
0 claim mission-district/potrero-hill purple:1,wild:1
1 draw green > blue
1 draw blue > black
0 draw blue > purple
0 draw deck > black
result 6 14
');
INSERT INTO "match" VALUES('oIstk-aoTqDf',2,'over',0,0,1.7948786830122873783e+09,1.79487868301991605754e+09,NULL,'old',1.79487868802310442922e+09,'54346171112341014381121135536865589002725291793060899916284213494606453185877','','68eec1608bfeda1ba315654ff5490ab30a28e256032fb01582f714554a0492b2','{"map": "three-lakes", "seats": [{"kind": "person", "name": "Ann", "level": null, "is_vacant": false}, {"kind": "bot", "name": "", "level": "hard", "is_vacant": false}], "clock": {"per": "none", "seconds": 0}, "status": "over"}','{"map":"three-lakes","seats":[{"kind":"person"},{"kind":"person"}],"order":"fixed","public":false,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"normal","hints":true,"stand_in":"hard"}','{"format":1,"name":"Three Lakes","note":"The smallest map that can be played well enough to try things out.","words":{"piece":"piece","wild":"wild","location":"location","card":"card"},"rules":{"players":{"min":2,"max":2},"pieces":10,"final_round_at":2,"both_tracks_from":3,"route_points":[1,2,4,7],"longest_path":0,"cards":{"colors":{"red":8,"blue":8},"wild":4,"opening_hand":2,"face_up":3,"reset_at":2,"reset_limit":3},"tickets":{"opening":{"dealt":2,"keep":1},"action":{"dealt":2,"keep":1}}},"board":{"width":400.0,"height":330.0,"theme":"paper","outlines":[]},"locations":[{"name":"Ashford","x":80.0,"y":80.0},{"name":"Birch Bay","x":320.0,"y":80.0},{"name":"Cold Spring","x":80.0,"y":250.0},{"name":"Dunmore","x":320.0,"y":250.0}],"routes":[{"a":"Ashford","b":"Birch Bay","length":3,"colors":["red","blue"],"ferries":0,"bend":[]},{"a":"Ashford","b":"Cold Spring","length":2,"colors":["grey"],"ferries":0,"bend":[]},{"a":"Ashford","b":"Dunmore","length":4,"colors":["blue"],"ferries":0,"bend":[[205.0,160.0]]},{"a":"Birch Bay","b":"Dunmore","length":2,"colors":["grey"],"ferries":1,"bend":[]},{"a":"Cold Spring","b":"Dunmore","length":3,"colors":["red"],"ferries":0,"bend":[]}],"tickets":[{"a":"Ashford","b":"Dunmore","points":4},{"a":"Birch Bay","b":"Cold Spring","points":5},{"a":"Ashford","b":"Birch Bay","points":3},{"a":"Cold Spring","b":"Dunmore","points":3}]}','whistlestop-record 1
map three-lakes 816f747f3b9a8db4
board {"format":1,"name":"Three Lakes","note":"The smallest map that can be played well enough to try things out.","words":{"piece":"piece","wild":"wild","location":"location","card":"card"},"rules":{"players":{"min":2,"max":2},"pieces":10,"final_round_at":2,"both_tracks_from":3,"route_points":[1,2,4,7],"longest_path":0,"cards":{"colors":{"red":8,"blue":8},"wild":4,"opening_hand":2,"face_up":3,"reset_at":2,"reset_limit":3},"tickets":{"opening":{"dealt":2,"keep":1},"action":{"dealt":2,"keep":1}}},"board":{"width":400.0,"height":330.0,"theme":"paper","outlines":[]},"locations":[{"name":"Ashford","x":80.0,"y":80.0},{"name":"Birch Bay","x":320.0,"y":80.0},{"name":"Cold Spring","x":80.0,"y":250.0},{"name":"Dunmore","x":320.0,"y":250.0}],"routes":[{"a":"Ashford","b":"Birch Bay","length":3,"colors":["red","blue"],"ferries":0,"bend":[]},{"a":"Ashford","b":"Cold Spring","length":2,"colors":["grey"],"ferries":0,"bend":[]},{"a":"Ashford","b":"Dunmore","length":4,"colors":["blue"],"ferries":0,"bend":[[205.0,160.0]]},{"a":"Birch Bay","b":"Dunmore","length":2,"colors":["grey"],"ferries":1,"bend":[]},{"a":"Cold Spring","b":"Dunmore","length":3,"colors":["red"],"ferries":0,"bend":[]}],"tickets":[{"a":"Ashford","b":"Dunmore","points":4},{"a":"Birch Bay","b":"Cold Spring","points":5},{"a":"Ashford","b":"Birch Bay","points":3},{"a":"Cold Spring","b":"Dunmore","points":3}]}
seed 73027393053140638460267160742247222180151400492327519542793894708892163839861 0
start {"map":"three-lakes","players":2,"phase":"keep-tickets","to_play":0,"face_up":["blue","wild","blue"],"discards":{},"claimed":{},"stacks":{},"set_aside":[],"token_choice":[],"turns_left":null,"passes":0,"deck":["blue","red","blue","blue","wild","wild","red","red","blue","red","blue","wild","red"],"ticket_deck":[],"seats":[{"score":0,"pieces":10,"hand":{"red":1,"blue":1},"tickets":[],"offered":["cold-spring/dunmore","ashford/dunmore"],"tokens":[]},{"score":0,"pieces":10,"hand":{"red":2},"tickets":[],"offered":["birch-bay/cold-spring","ashford/birch-bay"],"tokens":[]}]}
0 keep cold-spring/dunmore ashford/dunmore
1 keep birch-bay/cold-spring
0 draw deck > blue
0 draw deck > red
1 draw blue > blue
1 draw deck > blue
0 claim ashford/cold-spring red:2
1 draw wild > wild
0 draw deck > wild
0 draw blue > red
1 draw red > red
1 draw deck > blue
0 claim ashford/dunmore blue:3,wild:1
1 claim ashford/birch-bay red:2,wild:1
0 draw deck > red
0 draw deck > blue
1 draw red > wild red red red
1 draw red > blue
0 draw deck > blue
0 draw deck > blue
1 claim cold-spring/dunmore red:3
0 draw red > wild
0 draw deck > wild
1 draw red > wild blue red red
1 draw deck > wild
0 claim birch-bay/dunmore red:1,wild:1
1 draw blue > red
1 draw red > red
0 draw red > wild
0 draw red > wild red blue wild
result 18 3
');
INSERT INTO "match" VALUES('ZHB_xzbhPSEs',9,'running',0,0,1.79487868303479504578e+09,1.79487868305955982207e+09,NULL,'old',1.79487868805959987637e+09,'17678713059673543776092874276853698885505097250388192891965505781301933814964','','771b0e354f1889c53b4451122386a188b83188dfc3a67a3afe54d663c8e2554d','{"map": "usa", "seats": [{"kind": "person", "name": "Ann", "level": null, "is_vacant": false}, {"kind": "person", "name": "Person 1", "level": null, "is_vacant": false}, {"kind": "person", "name": "Person 2", "level": null, "is_vacant": false}], "clock": {"per": "none", "seconds": 0}, "status": "running"}','{"map":"usa","seats":[{"kind":"person"},{"kind":"person"},{"kind":"person"}],"order":"fixed","public":false,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"normal","hints":true,"stand_in":"hard"}',NULL,'whistlestop-record 1
map usa 77d2dd0e0e904336
seed 56374471419194469013150454782628951297362273383258186034190227259995624728940 0
start {"map":"usa","players":3,"phase":"keep-tickets","to_play":0,"face_up":["black","purple","blue","white","red"],"discards":{},"claimed":{},"stacks":{},"set_aside":[],"token_choice":[],"turns_left":null,"passes":0,"deck":["red","purple","orange","white","yellow","green","orange","red","black","green","black","green","black","orange","orange","wild","green","wild","green","wild","black","white","wild","blue","orange","wild","orange","white","purple","black","wild","red","green","black","green","red","red","purple","white","orange","yellow","wild","wild","red","wild","white","black","blue","wild","blue","blue","yellow","white","green","blue","orange","wild","white","yellow","black","black","yellow","yellow","blue","white","blue","yellow","green","orange","wild","blue","orange","blue","yellow","orange","blue","blue","purple","purple","yellow","orange","green","white","purple","yellow","white","red","wild","white","red","black","yellow","purple"],"ticket_deck":["boston/miami","montreal/new-orleans","nashville/sault-st-marie","los-angeles/new-york","atlanta/new-york","los-angeles/miami","helena/los-angeles","nashville/portland","santa-fe/vancouver","new-york/seattle","houston/kansas-city","atlanta/san-francisco","chicago/new-orleans","atlanta/montreal","phoenix/portland","calgary/salt-lake-city","calgary/phoenix","little-rock/winnipeg","dallas/new-york","duluth/el-paso","oklahoma-city/sault-st-marie"],"seats":[{"score":0,"pieces":45,"hand":{"purple":2,"red":1,"green":1},"tickets":[],"offered":["chicago/santa-fe","denver/pittsburgh","chicago/los-angeles"],"tokens":[]},{"score":0,"pieces":45,"hand":{"purple":1,"yellow":1,"red":1,"wild":1},"tickets":[],"offered":["denver/el-paso","los-angeles/seattle","montreal/vancouver"],"tokens":[]},{"score":0,"pieces":45,"hand":{"purple":1,"black":1,"red":1,"green":1},"tickets":[],"offered":["houston/winnipeg","miami/toronto","duluth/houston"],"tokens":[]}]}
0 keep chicago/santa-fe chicago/los-angeles
1 keep denver/el-paso los-angeles/seattle montreal/vancouver
2 keep miami/toronto duluth/houston
0 claim dallas/houston#2 green:1
1 claim dallas/little-rock red:1,wild:1
2 claim atlanta/nashville black:1
0 claim kansas-city/omaha#2 purple:1
1 claim seattle/vancouver#2 yellow:1
2 claim portland/seattle#2 green:1
0 draw blue > red
0 draw purple > purple
1 draw red > orange
1 draw red > white
2 draw orange > yellow
2 draw yellow > green
0 claim duluth/omaha#2 purple:2
1 claim kansas-city/oklahoma-city#2 red:2
2 draw deck > orange
2 draw deck > red
0 draw deck > black
0 draw green > green
1 draw green > black
1 draw black > green
2 claim little-rock/oklahoma-city orange:2
0 draw green > black
0 draw deck > orange
');
CREATE TABLE seat (
	match_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	secret_hash TEXT NOT NULL, 
	person_hash TEXT, 
	CONSTRAINT pk_seat PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_seat_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE, 
	CONSTRAINT uq_seat_match_id_secret_hash UNIQUE (match_id, secret_hash)
);
INSERT INTO "seat" VALUES('gC9Nfo-ildkE',0,'ed380fffa4e13e051e25b23385405921d7068058e7571501d6e78948b6d7c980','4fee22b2c355ed5699b8fb04d49e53f72d39030e2c0f22375bc89b25f6529177');
INSERT INTO "seat" VALUES('gC9Nfo-ildkE',1,'04104602f5c548e20784d64ca78efb11202507c6f885817062e65af994dac5b1',NULL);
INSERT INTO "seat" VALUES('Uwg9rv-M3kmZ',0,'7dd7a2a650f2aac20b30e7e694e6b2bf308b22a5f34deba7a5f8c9b5f4010cd2','4fee22b2c355ed5699b8fb04d49e53f72d39030e2c0f22375bc89b25f6529177');
INSERT INTO "seat" VALUES('Uwg9rv-M3kmZ',1,'444a02070ddda6af5dae7ffa2c7f240cd5d90dc0069e019c09bc75f677a2a61a',NULL);
INSERT INTO "seat" VALUES('ScgUHvdYAkyL',0,'81f6d2a5185800bc553236f8bea7aa0d713c95558bd029f391568ee20ea7ab6b','4fee22b2c355ed5699b8fb04d49e53f72d39030e2c0f22375bc89b25f6529177');
INSERT INTO "seat" VALUES('ScgUHvdYAkyL',1,'4e68ee40c1fccdbd7120688eb7864978f746a032a2daee698ed1663daa904031',NULL);
INSERT INTO "seat" VALUES('7NtMkfwXt8vP',0,'a2469d860289eb648c7ba87cf393b77a02d4aafe85d38e301e1e78769c06bf46','4fee22b2c355ed5699b8fb04d49e53f72d39030e2c0f22375bc89b25f6529177');
INSERT INTO "seat" VALUES('7NtMkfwXt8vP',1,'0c5bea4e08766a71a260eb15d6d0bd8c5d910239163ec86ea3ff012a51cbad2e',NULL);
INSERT INTO "seat" VALUES('7NtMkfwXt8vP',2,'86412d894720767b705a90f96c13629db03a3fdd5d071bbec5450a9c6b5461e4',NULL);
INSERT INTO "seat" VALUES('ebkn5PHA3PUX',0,'1da8433e33dc35180058c59ef98ce91beb11a2c179676d114e37bee17d692b1c','4fee22b2c355ed5699b8fb04d49e53f72d39030e2c0f22375bc89b25f6529177');
INSERT INTO "seat" VALUES('ebkn5PHA3PUX',1,'9d8ecc1c38c08e0143718e006dc09676dfcd1830cb65825c7d9013b5581e66a9',NULL);
INSERT INTO "seat" VALUES('bH3KCwhULYKr',0,'3559cb770069ab0217b987ec6a520e1b914f078cdca61daa5d5ddb91f324a2e2','4fee22b2c355ed5699b8fb04d49e53f72d39030e2c0f22375bc89b25f6529177');
INSERT INTO "seat" VALUES('bH3KCwhULYKr',1,'720dd2b78ecfdd963cb445b6e3afb0dcfdfe52f40b14830d5704cd72227dd41a',NULL);
INSERT INTO "seat" VALUES('TaNq3fQjE4eq',0,'a517d1de3de635da6ed7694446f4213bee51527dcc5e22a6aa22aa9a496d81b0','4fee22b2c355ed5699b8fb04d49e53f72d39030e2c0f22375bc89b25f6529177');
INSERT INTO "seat" VALUES('TaNq3fQjE4eq',1,'9af9c4be2bfd5e00eaa34aa8efd4c944bfc4aeb5556cdcddc192132fbc98893b',NULL);
INSERT INTO "seat" VALUES('xKBMBc-D5Bbl',0,'5d0b43adffc484bde9bc7c2384568c2daf1102546c6bac1b07ad7eb03dd23bf8',NULL);
INSERT INTO "seat" VALUES('xKBMBc-D5Bbl',1,'79a7b4af2a46290460ba584a7a8e23228502b26001bc6e77321db7a3e2e628b9',NULL);
INSERT INTO "seat" VALUES('r5jgH-lkijEo',0,'86a47c1aa5ce90346cb4f74f61a0e301fe7dceadeba2211748083c34fe0b5aa1',NULL);
INSERT INTO "seat" VALUES('r5jgH-lkijEo',1,'963239d70ef98f91919f9da5eeb38b0e4cce80749c73d7e45d85993ad8c19c9d',NULL);
INSERT INTO "seat" VALUES('oIstk-aoTqDf',0,'5c2e23c3302c0f87895a594aca34c8d289460200ef8f521bcbce33c25d8250f6',NULL);
INSERT INTO "seat" VALUES('oIstk-aoTqDf',1,'285dd7db3a7901eefb15acc41c6c7a7a80fc34001e2be12295a1ade9f4876a1e',NULL);
INSERT INTO "seat" VALUES('ZHB_xzbhPSEs',0,'26397afbf68328befc8cde8adf719917504c6a78cfe51405417f4f29192bf928',NULL);
INSERT INTO "seat" VALUES('ZHB_xzbhPSEs',1,'c9f87df765924a955906d00dfec2d3abbc3514c2017ec33bf052a774aad258e2',NULL);
INSERT INTO "seat" VALUES('ZHB_xzbhPSEs',2,'8e291b555f7d0e83d98d41a3820e93d415427bb4c5517c35b1772277abc26a40',NULL);
CREATE INDEX ix_match_joinable_created ON "match" (joinable, created);
CREATE INDEX ix_match_wake_at ON "match" (wake_at);
CREATE INDEX ix_match_status_changed ON "match" (status, changed);
CREATE INDEX ix_seat_person_hash ON seat (person_hash);
COMMIT;
