BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE chat (
	match_id TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	seat INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_chat PRIMARY KEY (match_id, number), 
	CONSTRAINT fk_chat_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
);
CREATE TABLE entry (
	match_id TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_entry PRIMARY KEY (match_id, version), 
	CONSTRAINT fk_entry_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
);
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',1,1.79493525772403049465e+09,'sit','{"seat":0,"name":"Host"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',2,1.7949352577253456115e+09,'sit','{"seat":1,"name":"Bob"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',3,1.79493526158737254144e+09,'begin','{"start":{"map":"san-francisco","players":2,"phase":"keep-tickets","to_play":0,"face_up":["orange","black","purple","blue","red"],"discards":{},"claimed":{},"stacks":{"potrero-hill":{"symbol":"crab","count":2},"sunset":{"symbol":"lantern","count":2},"golden-gate-bridge":{"symbol":"sourdough","count":2},"the-embarcadero":{"symbol":"cookie","count":2},"alcatraz":{"symbol":"chocolate","count":2}},"set_aside":[{"symbol":"bell","count":1},{"symbol":"seal","count":1}],"token_choice":[],"turns_left":null,"passes":0,"deck":["wild","purple","orange","purple","wild","purple","wild","blue","wild","blue","green","red","green","black","green","wild","red","orange","red","blue","red","green","wild","black","purple","wild","red","blue","green","orange","black","green","orange","black","purple"],"ticket_deck":["presidio/south-beach","lands-end/lombard-street","golden-gate-bridge/the-embarcadero","castro/pier-39","sunset/the-embarcadero","golden-gate-bridge/twin-peaks","lombard-street/potrero-hill","lands-end/south-beach","chinatown/golden-gate-park","alcatraz/painted-ladies","castro/presidio","alcatraz/castro","alcatraz/potrero-hill","lands-end/union-square","chinatown/golden-gate-bridge","fort-mason/mission-district","golden-gate-park/mission-district","golden-gate-bridge/mission-district","fort-mason/twin-peaks","alcatraz/sunset"],"seats":[{"score":0,"pieces":20,"hand":{"blue":1,"wild":1},"tickets":[],"offered":["pacific-heights/potrero-hill","pier-39/sunset"],"tokens":[]},{"score":0,"pieces":20,"hand":{"black":1,"orange":1},"tickets":[],"offered":["potrero-hill/sunset","haight-ashbury/the-embarcadero"],"tokens":[]}]},"fill":null}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',4,1.79493526160539412501e+09,'act','{"seat":0,"action":"keep pacific-heights/potrero-hill","outcome":[],"key":"k3"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',5,1.79493526162965369224e+09,'act','{"seat":1,"action":"keep potrero-hill/sunset haight-ashbury/the-embarcadero","outcome":[],"key":"k4"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',6,1.79493526164516663552e+09,'act','{"seat":1,"action":"place seal south-beach","outcome":[],"key":"k5"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',7,1.79493526167006659508e+09,'act','{"seat":1,"action":"place bell fort-mason","outcome":[],"key":"k6"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',8,1.79493526168939805036e+09,'act','{"seat":0,"action":"claim haight-ashbury/painted-ladies blue:1,wild:1","outcome":[],"key":"k7"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',9,1.79493526171057200431e+09,'act','{"seat":1,"action":"claim castro/mission-district orange:1","outcome":[],"key":"k8"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',10,1.79493526173745679853e+09,'act','{"seat":0,"action":"tickets","outcome":[],"key":"k9"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',11,1.79493526175280785567e+09,'act','{"seat":0,"action":"keep presidio/south-beach lands-end/lombard-street","outcome":[],"key":"k10"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',12,1.79493526177078080181e+09,'act','{"seat":1,"action":"claim pacific-heights/painted-ladies black:1","outcome":[],"key":"k11"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',13,1.79493526179593920711e+09,'act','{"seat":0,"action":"tickets","outcome":[],"key":"k12"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',14,1.79493526181232547758e+09,'act','{"seat":0,"action":"keep golden-gate-bridge/the-embarcadero castro/pier-39","outcome":[],"key":"k13"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',15,1.7949352618374195099e+09,'act','{"seat":1,"action":"draw orange","outcome":["wild"],"key":"k14"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',16,1.79493526186138248443e+09,'act','{"seat":1,"action":"draw deck","outcome":["purple"],"key":"k15"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',17,1.79493526188565516478e+09,'act','{"seat":0,"action":"draw wild","outcome":["orange"],"key":"k16"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',18,1.79493526190302872657e+09,'act','{"seat":1,"action":"claim chinatown/union-square#2 orange:1","outcome":[],"key":"k17"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',19,1.7949352619229569435e+09,'act','{"seat":0,"action":"claim chinatown/pier-39 wild:1","outcome":[],"key":"k18"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',20,1.7949352619439375401e+09,'act','{"seat":1,"action":"claim lombard-street/pier-39#2 purple:1","outcome":[],"key":"k19"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',21,1.79493526196500396722e+09,'act','{"seat":0,"action":"draw orange","outcome":["purple"],"key":"k20"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',22,1.79493526198970413214e+09,'act','{"seat":0,"action":"draw deck","outcome":["wild"],"key":"k21"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',23,1.79493526201325201982e+09,'act','{"seat":1,"action":"draw red","outcome":["purple"],"key":"k22"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',24,1.79493526203108596803e+09,'act','{"seat":1,"action":"draw purple","outcome":["wild"],"key":"k23"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',25,1.79493526205760526659e+09,'act','{"seat":0,"action":"claim mission-district/union-square orange:1,wild:1","outcome":[],"key":"k24"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',26,1.79493526207258915898e+09,'act','{"seat":1,"action":"claim fort-mason/pacific-heights red:1","outcome":[],"key":"k25"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',27,1.79493526210134744639e+09,'act','{"seat":0,"action":"draw wild","outcome":["blue"],"key":"k26"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',28,1.79493526211773347855e+09,'act','{"seat":1,"action":"claim fort-mason/lombard-street purple:1","outcome":[],"key":"k27"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',29,1.79493526213867545123e+09,'act','{"seat":0,"action":"draw purple","outcome":["wild"],"key":"k28"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',30,1.79493526215968203542e+09,'act','{"seat":0,"action":"draw purple","outcome":["blue"],"key":"k29"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',31,1.79493526218062686913e+09,'act','{"seat":1,"action":"tickets","outcome":[],"key":"k30"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',32,1.79493526220563054084e+09,'act','{"seat":1,"action":"keep sunset/the-embarcadero golden-gate-bridge/twin-peaks","outcome":[],"key":"k31"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',33,1.79493526222953605651e+09,'act','{"seat":0,"action":"claim golden-gate-park/pacific-heights purple:2,wild:1","outcome":[],"key":"k32"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',34,1.79493526225362372405e+09,'act','{"seat":1,"action":"tickets","outcome":[],"key":"k33"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',35,1.79493526227076220509e+09,'act','{"seat":1,"action":"keep lombard-street/potrero-hill lands-end/south-beach","outcome":[],"key":"k34"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',36,1.79493526229338335991e+09,'act','{"seat":0,"action":"draw wild","outcome":["green"],"key":"k35"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',37,1.79493526232142853733e+09,'act','{"seat":1,"action":"tickets","outcome":[],"key":"k36"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',38,1.79493526233993887903e+09,'act','{"seat":1,"action":"keep chinatown/golden-gate-park alcatraz/painted-ladies","outcome":[],"key":"k37"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',39,1.79493526235771632196e+09,'act','{"seat":0,"action":"draw black","outcome":["red"],"key":"k38"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',40,1.79493526238934946056e+09,'act','{"seat":0,"action":"draw deck","outcome":["green"],"key":"k39"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',41,1.79493526241139316566e+09,'act','{"seat":1,"action":"draw red","outcome":["black"],"key":"k40"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',42,1.79493526242230820653e+09,'act','{"seat":1,"action":"draw black","outcome":["green"],"key":"k41"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',43,1.79493526244334816927e+09,'act','{"seat":0,"action":"claim mission-district/painted-ladies black:1,wild:1","outcome":[],"key":"k42"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',44,1.79493526246422719955e+09,'act','{"seat":1,"action":"draw green","outcome":["wild"],"key":"k43"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',45,1.79493526249333500859e+09,'act','{"seat":1,"action":"draw green","outcome":["red"],"key":"k44"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',46,1.79493526252190780637e+09,'act','{"seat":0,"action":"tickets","outcome":[],"key":"k45"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',47,1.79493526253484344482e+09,'act','{"seat":0,"action":"keep castro/presidio alcatraz/castro","outcome":[],"key":"k46"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',48,1.79493526255731940264e+09,'act','{"seat":1,"action":"claim castro/haight-ashbury green:2","outcome":[],"key":"k47"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',49,1.79493526257731699944e+09,'act','{"seat":0,"action":"tickets","outcome":[],"key":"k48"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',50,1.79493526259836912151e+09,'act','{"seat":0,"action":"keep alcatraz/potrero-hill lands-end/union-square","outcome":[],"key":"k49"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',51,1.79493526261931347844e+09,'act','{"seat":1,"action":"draw wild","outcome":["orange"],"key":"k50"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',52,1.79493526266547489167e+09,'act','{"seat":0,"action":"tickets","outcome":[],"key":"k51"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',53,1.79493526267751646037e+09,'act','{"seat":0,"action":"keep chinatown/golden-gate-bridge fort-mason/mission-district","outcome":[],"key":"k52"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',54,1.79493526269013547892e+09,'act','{"seat":1,"action":"claim mission-district/potrero-hill#2 red:1,wild:1","outcome":[],"key":"k53"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',55,1.79493526272990012171e+09,'act','{"seat":0,"action":"tickets","outcome":[],"key":"k54"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',56,1.79493526277177929879e+09,'act','{"seat":0,"action":"keep golden-gate-park/mission-district golden-gate-bridge/mission-district","outcome":[],"key":"k55"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',57,1.79493526279723143584e+09,'act','{"seat":1,"action":"draw orange","outcome":["red"],"key":"k56"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',58,1.79493526282060647013e+09,'act','{"seat":1,"action":"draw deck","outcome":["blue"],"key":"k57"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',59,1.79493526288199424737e+09,'act','{"seat":0,"action":"draw red","outcome":["red"],"key":"k58"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',60,1.79493526290634942054e+09,'act','{"seat":0,"action":"draw red","outcome":["green"],"key":"k59"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',61,1.79493526292658114431e+09,'act','{"seat":1,"action":"tickets","outcome":[],"key":"k60"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',62,1.794935262950846672e+09,'act','{"seat":1,"action":"keep fort-mason/twin-peaks alcatraz/sunset","outcome":[],"key":"k61"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',63,1.79493526297172880171e+09,'act','{"seat":0,"action":"claim castro/painted-ladies red:2","outcome":[],"key":"k62"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',64,1.79493526299167871474e+09,'act','{"seat":1,"action":"tickets","outcome":[],"key":"k63"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',65,1.79493526301640295983e+09,'act','{"seat":1,"action":"keep pier-39/sunset","outcome":[],"key":"k64"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',66,1.79493526303828907007e+09,'act','{"seat":0,"action":"draw red","outcome":["wild"],"key":"k65"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',67,1.79493526305922603608e+09,'act','{"seat":0,"action":"draw deck","outcome":["black"],"key":"k66"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',68,1.79493526307533645628e+09,'act','{"seat":1,"action":"draw wild","outcome":["purple"],"key":"k67"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',69,1.79493526309656453135e+09,'act','{"seat":0,"action":"draw purple","outcome":["wild"],"key":"k68"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',70,1.79493526312325882916e+09,'act','{"seat":0,"action":"draw deck","outcome":["red"],"key":"k69"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',71,1.79493526314544510845e+09,'act','{"seat":1,"action":"claim south-beach/the-embarcadero#2 orange:1,wild:1","outcome":[],"key":"k70"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',72,1.79493526315834784506e+09,'act','{"seat":1,"action":"take seal","outcome":[],"key":"k71"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',73,1.79493526318144631381e+09,'act','{"seat":0,"action":"claim chinatown/the-embarcadero red:2","outcome":[],"key":"k72"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',74,1.79493526320136451718e+09,'act','{"seat":1,"action":"draw wild","outcome":["blue"],"key":"k73"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',75,1.79493526322389388089e+09,'act','{"seat":0,"action":"draw green","outcome":["green"],"key":"k74"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',76,1.79493526324594402307e+09,'act','{"seat":0,"action":"draw deck","outcome":["orange"],"key":"k75"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',77,1.79493526328142023089e+09,'act','{"seat":1,"action":"claim south-beach/union-square black:1,wild:1","outcome":[],"key":"k76"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',78,1.79493526328636050226e+09,'act','{"seat":0,"action":"claim painted-ladies/union-square#2 green:2","outcome":[],"key":"k77"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',79,1.7949352633133420944e+09,'act','{"seat":1,"action":"draw deck","outcome":["black"],"key":"k78"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',80,1.79493526332826280594e+09,'act','{"seat":1,"action":"draw green","outcome":["green"],"key":"k79"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',81,1.79493526335771965982e+09,'act','{"seat":0,"action":"draw green","outcome":["orange"],"key":"k80"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',82,1.79493526338172626499e+09,'act','{"seat":0,"action":"draw deck","outcome":["black"],"key":"k81"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',83,1.79493526342820596689e+09,'act','{"seat":1,"action":"draw orange","outcome":["purple"],"key":"k82"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',84,1.79493526345105433462e+09,'act','{"seat":1,"action":"draw purple","outcome":["green"],"key":"k83"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',85,1.79493526349582958219e+09,'act','{"seat":0,"action":"claim pier-39/the-embarcadero black:2","outcome":[],"key":"k84"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',86,1.79493526352224087722e+09,'act','{"seat":1,"action":"draw green","outcome":["orange"],"key":"k85"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',87,1.79493526357047343249e+09,'act','{"seat":1,"action":"draw orange","outcome":["purple"],"key":"k86"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',88,1.7949352636068296432e+09,'act','{"seat":0,"action":"draw deck","outcome":["wild"],"key":"k87"}');
INSERT INTO "entry" VALUES('1cj_QoSDNzQx',89,1.79493526363048481941e+09,'act','{"seat":0,"action":"draw purple","outcome":["green"],"key":"k88"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',1,1.79493526367127585415e+09,'sit','{"seat":0,"name":"Host"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',2,1.79493526368520045282e+09,'sit','{"seat":1,"name":"Bob"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',3,1.79493526370589923861e+09,'begin','{"start":{"map":"san-francisco","players":2,"phase":"keep-tickets","to_play":0,"face_up":["black","blue","orange","red","blue"],"discards":{},"claimed":{},"stacks":{"golden-gate-bridge":{"symbol":"bell","count":2},"sunset":{"symbol":"crab","count":2},"the-embarcadero":{"symbol":"cookie","count":2},"potrero-hill":{"symbol":"seal","count":2},"alcatraz":{"symbol":"chocolate","count":2}},"set_aside":[{"symbol":"sourdough","count":1},{"symbol":"lantern","count":1}],"token_choice":[],"turns_left":null,"passes":0,"deck":["purple","blue","purple","green","green","red","purple","orange","red","purple","wild","red","blue","wild","black","purple","wild","black","purple","green","wild","blue","black","orange","green","orange","black","red","wild","black","blue","green","red","wild","wild"],"ticket_deck":["lands-end/south-beach","potrero-hill/sunset","pier-39/sunset","sunset/the-embarcadero","castro/presidio","lands-end/union-square","fort-mason/mission-district","fort-mason/twin-peaks","castro/pier-39","alcatraz/sunset","golden-gate-bridge/mission-district","chinatown/golden-gate-bridge","golden-gate-bridge/the-embarcadero","alcatraz/potrero-hill","chinatown/golden-gate-park","golden-gate-bridge/twin-peaks","alcatraz/painted-ladies","lombard-street/potrero-hill","lands-end/lombard-street","golden-gate-park/mission-district"],"seats":[{"score":0,"pieces":20,"hand":{"orange":1,"wild":1},"tickets":[],"offered":["haight-ashbury/the-embarcadero","pacific-heights/potrero-hill"],"tokens":[]},{"score":0,"pieces":20,"hand":{"green":1,"orange":1},"tickets":[],"offered":["presidio/south-beach","alcatraz/castro"],"tokens":[]}]},"fill":null}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',4,1.79493526371411085129e+09,'act','{"seat":0,"action":"keep haight-ashbury/the-embarcadero","outcome":[],"key":"k3"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',5,1.79493526375970363618e+09,'act','{"seat":1,"action":"keep presidio/south-beach alcatraz/castro","outcome":[],"key":"k4"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',6,1.79493526379356527333e+09,'act','{"seat":1,"action":"place sourdough south-beach","outcome":[],"key":"k5"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',7,1.79493526381360554702e+09,'act','{"seat":1,"action":"place lantern fort-mason","outcome":[],"key":"k6"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',8,1.79493526384842300418e+09,'act','{"seat":0,"action":"claim mission-district/union-square orange:1,wild:1","outcome":[],"key":"k7"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',9,1.79493526385642290115e+09,'act','{"seat":1,"action":"claim castro/mission-district orange:1","outcome":[],"key":"k8"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',10,1.79493526388139533998e+09,'act','{"seat":0,"action":"tickets","outcome":[],"key":"k9"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',11,1.79493526390154099466e+09,'act','{"seat":0,"action":"keep lands-end/south-beach potrero-hill/sunset","outcome":[],"key":"k10"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',12,1.79493526392575383191e+09,'act','{"seat":1,"action":"claim pacific-heights/painted-ladies green:1","outcome":[],"key":"k11"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',13,1.79493526394889140124e+09,'act','{"seat":0,"action":"tickets","outcome":[],"key":"k12"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',14,1.79493526399339914326e+09,'act','{"seat":0,"action":"keep pier-39/sunset sunset/the-embarcadero","outcome":[],"key":"k13"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',15,1.79493526400984716416e+09,'act','{"seat":1,"action":"draw orange","outcome":["purple"],"key":"k14"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',16,1.79493526404583692555e+09,'act','{"seat":1,"action":"draw deck","outcome":["blue"],"key":"k15"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',17,1.79493526406983518596e+09,'act','{"seat":0,"action":"draw red","outcome":["purple"],"key":"k16"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',18,1.79493526410357761386e+09,'act','{"seat":0,"action":"draw purple","outcome":["green"],"key":"k17"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',19,1.79493526411152744294e+09,'act','{"seat":1,"action":"claim chinatown/union-square#2 orange:1","outcome":[],"key":"k18"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',20,1.79493526418296813962e+09,'act','{"seat":0,"action":"claim chinatown/pier-39 red:1","outcome":[],"key":"k19"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',21,1.79493526420945858951e+09,'act','{"seat":1,"action":"claim lombard-street/pier-39#2 blue:1","outcome":[],"key":"k20"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',22,1.79493526423749828334e+09,'act','{"seat":0,"action":"claim fort-mason/pacific-heights purple:1","outcome":[],"key":"k21"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',23,1.79493526424621057508e+09,'act','{"seat":1,"action":"draw purple","outcome":["green"],"key":"k22"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',24,1.79493526426876783366e+09,'act','{"seat":1,"action":"draw black","outcome":["red"],"key":"k23"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',25,1.79493526430153226849e+09,'act','{"seat":0,"action":"tickets","outcome":[],"key":"k24"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',26,1.79493526431395506856e+09,'act','{"seat":0,"action":"keep castro/presidio lands-end/union-square","outcome":[],"key":"k25"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',27,1.79493526433810615542e+09,'act','{"seat":1,"action":"claim fort-mason/lombard-street purple:1","outcome":[],"key":"k26"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',28,1.79493526436149883262e+09,'act','{"seat":0,"action":"tickets","outcome":[],"key":"k27"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',29,1.79493526439777684212e+09,'act','{"seat":0,"action":"keep fort-mason/mission-district fort-mason/twin-peaks","outcome":[],"key":"k28"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',30,1.794935264412055254e+09,'act','{"seat":1,"action":"draw red","outcome":["purple"],"key":"k29"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',31,1.79493526444991493228e+09,'act','{"seat":1,"action":"draw deck","outcome":["orange"],"key":"k30"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',32,1.79493526450168156623e+09,'act','{"seat":0,"action":"draw purple","outcome":["red"],"key":"k31"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',33,1.79493526450250959398e+09,'act','{"seat":0,"action":"draw red","outcome":["purple"],"key":"k32"}');
INSERT INTO "entry" VALUES('RABGJeqJVuay',34,1.79493526453384137156e+09,'act','{"seat":1,"action":"tickets","outcome":[],"key":"k33"}');
CREATE TABLE gap (
	since DOUBLE NOT NULL, 
	until DOUBLE NOT NULL, 
	CONSTRAINT pk_gap PRIMARY KEY (since)
);
CREATE TABLE map (
	hash TEXT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_map PRIMARY KEY (hash)
);
INSERT INTO "map" VALUES('4b40af7b90ce8ef9e3aee63e1d0729f1e52342ab27597f4a4767cb7d8cc1735b','{"format":1,"name":"San Francisco","note":"Our own board. The rule booklets do not contain the printed board''s routes and tickets, so the lengths, colours\nand tickets here are ours; the names of places and the ferries follow what is publicly known. If you own the\ngame, you can transcribe your board into a file like this one: see docs/maps.md.","words":{"piece":"cable car","wild":"ferry","location":"location","card":"transportation card"},"rules":{"players":{"min":2,"max":4},"pieces":20,"final_round_at":2,"both_tracks_from":3,"route_points":[1,2,4,7,10],"longest_path":0,"cards":{"colors":{"blue":6,"green":6,"black":6,"purple":6,"red":6,"orange":6},"wild":8,"opening_hand":2,"face_up":5,"reset_at":3,"reset_limit":3},"tickets":{"opening":{"dealt":2,"keep":1},"action":{"dealt":2,"keep":1}},"tokens":{"symbols":["bell","crab","lantern","sourdough","cookie","seal","chocolate"],"spots":["Alcatraz","Golden Gate Bridge","The Embarcadero","Sunset","Potrero Hill"],"stack":{"2":2,"3":2,"4":3},"placed":{"2":1,"3":2,"4":3},"points":[0,0,1,2,4,6,9,12]}},"board":{"width":1000.0,"height":760.0,"theme":"bay","title":[826.0,42.0],"legend":[858.0,92.0],"compass":[938.0,690.0],"outlines":[{"kind":"land","points":[[30.0,830.0],[52.0,740.0],[40.0,640.0],[58.0,540.0],[52.0,440.0],[62.0,362.0],[92.0,300.0],[142.0,232.0],[192.0,168.0],[226.0,104.0],[250.0,80.0],[280.0,88.0],[300.0,128.0],[330.0,172.0],[366.0,204.0],[420.0,208.0],[466.0,222.0],[500.0,246.0],[560.0,240.0],[610.0,224.0],[668.0,222.0],[722.0,236.0],[776.0,270.0],[836.0,300.0],[862.0,350.0],[884.0,420.0],[892.0,492.0],[880.0,556.0],[846.0,604.0],[856.0,650.0],[846.0,706.0],[874.0,760.0],[868.0,830.0]]},{"kind":"land","points":[[-40.0,-40.0],[240.0,-40.0],[232.0,18.0],[216.0,44.0],[190.0,34.0],[166.0,58.0],[128.0,52.0],[96.0,78.0],[50.0,74.0],[10.0,104.0],[-40.0,120.0]]},{"kind":"land","points":[[665.0,96.0],[647.0,109.0],[628.0,121.0],[602.0,119.0],[580.0,103.0],[584.0,88.0],[600.0,73.0],[627.0,75.0],[650.0,81.0]]},{"kind":"land","points":[[979.0,252.0],[967.0,264.0],[952.0,272.0],[937.0,264.0],[925.0,252.0],[937.0,238.0],[952.0,234.0],[967.0,241.0]]},{"kind":"land","points":[[560.0,-40.0],[548.0,4.0],[516.0,18.0],[482.0,8.0],[470.0,-40.0]]},{"kind":"park","points":[[66.0,408.0],[150.0,414.0],[230.0,424.0],[300.0,430.0],[300.0,474.0],[220.0,474.0],[140.0,464.0],[62.0,456.0]]},{"kind":"park","points":[[150.0,240.0],[200.0,176.0],[250.0,112.0],[284.0,112.0],[316.0,176.0],[372.0,222.0],[392.0,270.0],[350.0,312.0],[282.0,318.0],[220.0,300.0],[170.0,280.0]]},{"kind":"park","points":[[434.0,690.0],[413.0,713.0],[377.0,728.0],[334.0,729.0],[306.0,703.0],[304.0,677.0],[336.0,651.0],[378.0,653.0],[411.0,667.0]]},{"kind":"park","points":[[136.0,338.0],[119.0,354.0],[98.0,366.0],[76.0,358.0],[61.0,338.0],[76.0,319.0],[98.0,309.0],[121.0,322.0]]},{"kind":"ridge","points":[[352.0,702.0],[372.0,690.0],[388.0,682.0]]},{"kind":"ridge","points":[[258.0,150.0],[262.0,178.0],[280.0,200.0]]},{"kind":"ridge","points":[[20.0,40.0],[70.0,22.0],[128.0,14.0]]},{"kind":"ridge","points":[[790.0,668.0],[800.0,690.0],[794.0,716.0]]},{"kind":"ridge","points":[[540.0,520.0],[556.0,532.0],[566.0,548.0]]},{"kind":"tramway","points":[[820.0,346.0],[744.0,366.0],[664.0,350.0],[570.0,344.0],[500.0,356.0]]},{"kind":"tramway","points":[[682.0,480.0],[664.0,424.0],[636.0,368.0],[614.0,318.0],[606.0,268.0],[556.0,250.0]]},{"kind":"tramway","points":[[790.0,388.0],[716.0,458.0],[640.0,524.0],[570.0,592.0],[528.0,640.0]]},{"kind":"bridge","points":[[252.0,112.0],[236.0,70.0],[218.0,26.0]]},{"kind":"bridge","points":[[866.0,362.0],[908.0,306.0],[948.0,254.0],[1010.0,214.0]]},{"kind":"fog","points":[[-60.0,170.0],[60.0,120.0],[180.0,110.0],[330.0,90.0],[380.0,110.0],[280.0,150.0],[160.0,180.0],[40.0,230.0],[-60.0,260.0]]},{"kind":"fog","points":[[-60.0,420.0],[40.0,400.0],[110.0,470.0],[60.0,560.0],[90.0,640.0],[20.0,700.0],[-60.0,720.0]]}]},"locations":[{"name":"Golden Gate Bridge","x":250.0,"y":112.0,"label":"w"},{"name":"Alcatraz","x":616.0,"y":92.0,"label":"ne"},{"name":"Fort Mason","x":503.0,"y":259.0,"label":"w"},{"name":"Pier 39","x":663.0,"y":249.0,"label":"ne"},{"name":"The Embarcadero","x":824.0,"y":336.0,"label":"ne"},{"name":"Lombard Street","x":576.0,"y":308.0,"label":"w"},{"name":"Presidio","x":296.0,"y":264.0,"label":"w"},{"name":"Pacific Heights","x":474.0,"y":387.0,"label":"sw"},{"name":"Chinatown","x":685.0,"y":377.0,"label":"sw"},{"name":"Union Square","x":683.0,"y":488.0,"label":"sw"},{"name":"Lands End","x":131.0,"y":343.0,"label":"w"},{"name":"Golden Gate Park","x":243.0,"y":465.0,"label":"w"},{"name":"Painted Ladies","x":526.0,"y":462.0,"label":"n"},{"name":"Haight Ashbury","x":397.0,"y":550.0,"label":"e"},{"name":"Sunset","x":181.0,"y":600.0,"label":"w"},{"name":"Twin Peaks","x":385.0,"y":718.0,"label":"s"},{"name":"Castro","x":512.0,"y":625.0,"label":"ne"},{"name":"Mission District","x":627.0,"y":626.0,"label":"sw"},{"name":"Potrero Hill","x":805.0,"y":663.0,"label":"e"},{"name":"South Beach","x":862.0,"y":507.0,"label":"e"}],"routes":[{"a":"Golden Gate Bridge","b":"Fort Mason","length":5,"colors":["grey"],"ferries":1,"bend":[[430.0,172.0]]},{"a":"Golden Gate Bridge","b":"Alcatraz","length":4,"colors":["grey"],"ferries":1,"bend":[[430.0,70.0]]},{"a":"Fort Mason","b":"Alcatraz","length":3,"colors":["grey"],"ferries":1,"bend":[[556.0,158.0]]},{"a":"Pier 39","b":"Alcatraz","length":2,"colors":["grey","grey"],"ferries":1,"bend":[]},{"a":"Alcatraz","b":"The Embarcadero","length":4,"colors":["grey"],"ferries":1,"bend":[[757.0,170.0]]},{"a":"Golden Gate Bridge","b":"Presidio","length":2,"colors":["orange","blue"],"ferries":0,"bend":[[272.0,172.0]]},{"a":"Golden Gate Bridge","b":"Lands End","length":3,"colors":["purple"],"ferries":0,"bend":[[176.0,231.0]]},{"a":"Presidio","b":"Fort Mason","length":3,"colors":["green"],"ferries":0,"bend":[[423.0,236.0]]},{"a":"Presidio","b":"Pacific Heights","length":2,"colors":["red","black"],"ferries":0,"bend":[[391.0,317.0]]},{"a":"Presidio","b":"Lands End","length":3,"colors":["grey"],"ferries":0,"bend":[[231.0,300.0]]},{"a":"Lands End","b":"Golden Gate Park","length":2,"colors":["green"],"ferries":0,"bend":[[191.0,399.0]]},{"a":"Lands End","b":"Sunset","length":3,"colors":["red"],"ferries":0,"bend":[[131.0,476.0]]},{"a":"Golden Gate Park","b":"Sunset","length":2,"colors":["grey","grey"],"ferries":0,"bend":[[212.0,529.0]]},{"a":"Golden Gate Park","b":"Presidio","length":3,"colors":["blue"],"ferries":0,"bend":[[262.0,370.0]]},{"a":"Golden Gate Park","b":"Pacific Heights","length":3,"colors":["purple"],"ferries":0,"bend":[[336.0,405.0]]},{"a":"Golden Gate Park","b":"Haight Ashbury","length":2,"colors":["orange","black"],"ferries":0,"bend":[[316.0,494.0]]},{"a":"Fort Mason","b":"Lombard Street","length":1,"colors":["grey"],"ferries":0,"bend":[[559.0,280.0]]},{"a":"Fort Mason","b":"Pier 39","length":2,"colors":["red"],"ferries":0,"bend":[[584.0,235.0]]},{"a":"Fort Mason","b":"Pacific Heights","length":1,"colors":["grey"],"ferries":0,"bend":[[479.0,301.0]]},{"a":"Lombard Street","b":"Pier 39","length":1,"colors":["grey","grey"],"ferries":0,"bend":[]},{"a":"Lombard Street","b":"Pacific Heights","length":2,"colors":["orange"],"ferries":0,"bend":[[564.0,333.0]]},{"a":"Lombard Street","b":"Chinatown","length":2,"colors":["blue","green"],"ferries":0,"bend":[[617.0,344.0]]},{"a":"Pier 39","b":"The Embarcadero","length":2,"colors":["black","purple"],"ferries":0,"bend":[]},{"a":"Pier 39","b":"Chinatown","length":1,"colors":["grey"],"ferries":0,"bend":[]},{"a":"Chinatown","b":"The Embarcadero","length":2,"colors":["red"],"ferries":0,"bend":[[763.0,358.0]]},{"a":"Chinatown","b":"Union Square","length":1,"colors":["grey","grey"],"ferries":0,"bend":[[691.0,426.0]]},{"a":"The Embarcadero","b":"South Beach","length":2,"colors":["green","orange"],"ferries":0,"bend":[[856.0,422.0]]},{"a":"Union Square","b":"The Embarcadero","length":2,"colors":["blue"],"ferries":0,"bend":[[764.0,420.0]]},{"a":"Union Square","b":"South Beach","length":2,"colors":["black"],"ferries":0,"bend":[]},{"a":"Pacific Heights","b":"Painted Ladies","length":1,"colors":["grey"],"ferries":0,"bend":[[486.0,447.0]]},{"a":"Pacific Heights","b":"Union Square","length":3,"colors":["grey"],"ferries":0,"bend":[[607.0,423.0]]},{"a":"Painted Ladies","b":"Union Square","length":2,"colors":["purple","green"],"ferries":0,"bend":[[621.0,477.0]]},{"a":"Painted Ladies","b":"Haight Ashbury","length":2,"colors":["blue"],"ferries":0,"bend":[[417.0,521.0]]},{"a":"Painted Ladies","b":"Castro","length":2,"colors":["red"],"ferries":0,"bend":[[509.0,538.0]]},{"a":"Painted Ladies","b":"Mission District","length":2,"colors":["black"],"ferries":0,"bend":[[558.0,528.0]]},{"a":"Union Square","b":"Mission District","length":2,"colors":["orange"],"ferries":0,"bend":[[672.0,568.0]]},{"a":"Haight Ashbury","b":"Castro","length":2,"colors":["green"],"ferries":0,"bend":[[435.0,597.0]]},{"a":"Haight Ashbury","b":"Twin Peaks","length":2,"colors":["purple"],"ferries":0,"bend":[[384.0,627.0]]},{"a":"Sunset","b":"Haight Ashbury","length":3,"colors":["grey"],"ferries":0,"bend":[[285.0,582.0]]},{"a":"Sunset","b":"Twin Peaks","length":3,"colors":["black","blue"],"ferries":0,"bend":[[264.0,676.0]]},{"a":"Twin Peaks","b":"Castro","length":2,"colors":["grey","grey"],"ferries":0,"bend":[[470.0,674.0]]},{"a":"Castro","b":"Mission District","length":1,"colors":["grey"],"ferries":0,"bend":[]},{"a":"Mission District","b":"Potrero Hill","length":2,"colors":["purple","red"],"ferries":0,"bend":[[696.0,652.0]]},{"a":"Potrero Hill","b":"South Beach","length":2,"colors":["grey"],"ferries":0,"bend":[[835.0,586.0]]},{"a":"Union Square","b":"Potrero Hill","length":3,"colors":["orange"],"ferries":0,"bend":[[740.0,555.0]]}],"tickets":[{"a":"Alcatraz","b":"Sunset","points":9},{"a":"Alcatraz","b":"Castro","points":7},{"a":"Alcatraz","b":"Potrero Hill","points":7},{"a":"Alcatraz","b":"Painted Ladies","points":5},{"a":"Golden Gate Bridge","b":"The Embarcadero","points":8},{"a":"Golden Gate Bridge","b":"Mission District","points":7},{"a":"Golden Gate Bridge","b":"Chinatown","points":7},{"a":"Golden Gate Bridge","b":"Twin Peaks","points":9},{"a":"Lands End","b":"Union Square","points":8},{"a":"Lands End","b":"Lombard Street","points":7},{"a":"Lands End","b":"South Beach","points":10},{"a":"Sunset","b":"The Embarcadero","points":9},{"a":"Sunset","b":"Pier 39","points":8},{"a":"Sunset","b":"Potrero Hill","points":8},{"a":"Golden Gate Park","b":"Chinatown","points":7},{"a":"Golden Gate Park","b":"Mission District","points":5},{"a":"Presidio","b":"South Beach","points":7},{"a":"Presidio","b":"Castro","points":5},{"a":"Fort Mason","b":"Mission District","points":4},{"a":"Fort Mason","b":"Twin Peaks","points":6},{"a":"Pier 39","b":"Castro","points":5},{"a":"Lombard Street","b":"Potrero Hill","points":6},{"a":"Pacific Heights","b":"Potrero Hill","points":5},{"a":"The Embarcadero","b":"Haight Ashbury","points":6}]}');
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
	record TEXT, map_hash TEXT CONSTRAINT fk_match_map_hash REFERENCES map (hash), rules INTEGER DEFAULT '1' NOT NULL, quarantined DOUBLE, quarantine_reason TEXT, awaited TEXT, 
	CONSTRAINT pk_match PRIMARY KEY (id)
);
INSERT INTO "match" VALUES('1cj_QoSDNzQx',89,'over',0,0,1.79493525771438407895e+09,1.79493526363048481941e+09,NULL,'new',1.7949352686309087276e+09,'92182928206199668977044461322302682837172012341596414371005705266990138916822','39f86da98ce957c0927c8ff68d7141011ac8f4e6f7c70a8873230dfcad1eb360','d3905f8f9de2b005c9c8559ee3baf0271613f28644b4a07d9c649652c3235f0f','{"map": "san-francisco", "seats": [{"kind": "person", "name": "Host", "level": null, "is_vacant": false}, {"kind": "person", "name": "Bob", "level": null, "is_vacant": false}], "clock": {"per": "none", "seconds": 0}, "status": "over", "result": {"totals": [-63, -67], "winners": [0]}}','{"map":"san-francisco","seats":[{"kind":"person"},{"kind":"person"}],"order":"fixed","public":false,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"instant","hints":true,"stand_in":"hard"}',NULL,'4b40af7b90ce8ef9e3aee63e1d0729f1e52342ab27597f4a4767cb7d8cc1735b',1,NULL,NULL,'{"version":89,"seats":[]}');
INSERT INTO "match" VALUES('RABGJeqJVuay',34,'running',0,0,1.79493526366386318211e+09,1.79493526453384137156e+09,NULL,'new',1.79493526953388094899e+09,'97413674289440158006193719937992554489100649705074075807132629628416883058937','0833a8e386b474c19cf347299e30d4bb41ff5e5e94da563ae827891af4985d61','571f95234f0318e13ea4e311f1f2e29f5b4264ed8692dd256f7b4e32077d7b2b','{"map": "san-francisco", "seats": [{"kind": "person", "name": "Host", "level": null, "is_vacant": false}, {"kind": "person", "name": "Bob", "level": null, "is_vacant": false}], "clock": {"per": "none", "seconds": 0}, "status": "running", "result": null}','{"map":"san-francisco","seats":[{"kind":"person"},{"kind":"person"}],"order":"fixed","public":false,"clock":{"per":"none","seconds":0},"spectator_delay":0,"pace":"instant","hints":true,"stand_in":"hard"}',NULL,'4b40af7b90ce8ef9e3aee63e1d0729f1e52342ab27597f4a4767cb7d8cc1735b',1,NULL,NULL,'{"version":34,"seats":[{"seat":1,"since":1794935264.5025096}]}');
CREATE TABLE process (
	owner TEXT NOT NULL, 
	seen DOUBLE NOT NULL, 
	CONSTRAINT pk_process PRIMARY KEY (owner)
);
CREATE TABLE seat (
	match_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	secret_hash TEXT NOT NULL, 
	person_hash TEXT, 
	CONSTRAINT pk_seat PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_seat_match_id FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE, 
	CONSTRAINT uq_seat_match_id_secret_hash UNIQUE (match_id, secret_hash)
);
INSERT INTO "seat" VALUES('1cj_QoSDNzQx',0,'36b29306afca375b9f0136f1f3ce6b2f97fc3e3077a137172e5f36dbfb353e73',NULL);
INSERT INTO "seat" VALUES('1cj_QoSDNzQx',1,'cdb7d1cd94b65183c7e47ac32f550a079444ba268d98474f936bfd4a1a1efcca',NULL);
INSERT INTO "seat" VALUES('RABGJeqJVuay',0,'8137c42ef6c2f4bc718ded3ee8ad2c3d2d47d09e86778b7d79f98a08028051a9',NULL);
INSERT INTO "seat" VALUES('RABGJeqJVuay',1,'edf17aea22dc7e4560b1f807b4eeb504aed905ee13d7532db0c409e1fe7479f2',NULL);
CREATE TABLE shared_map (
	id TEXT NOT NULL, 
	opened DOUBLE NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_shared_map PRIMARY KEY (id)
);
CREATE INDEX ix_match_joinable_created ON "match" (joinable, created);
CREATE INDEX ix_match_wake_at ON "match" (wake_at);
CREATE INDEX ix_match_status_changed ON "match" (status, changed);
CREATE INDEX ix_seat_person_hash ON seat (person_hash);
CREATE INDEX ix_shared_map_opened ON shared_map (opened);
COMMIT;
