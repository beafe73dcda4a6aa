/**
 * Those of the 10,000 most used passwords that a rule of length or pattern would let pass, in lower case.
 * From the list of @zxcvbn-ts/language-common 3.0.4, which is in the order of use: src/passwords.json, MIT
 * licence, Dan Wheeler and Dropbox, Inc., https://github.com/zxcvbn-ts/zxcvbn.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  String.raw`
0.0.0.000 007bond 01011900 01011910 01011960 01011970 01011971 01011972 01011973 01011974 01011975 01011976
01011977 01011978 01011979 01011980 01011981 01011982 01011983 01011984 01011985 01011986 01011987 01011988
01011989 01011990 01011991 01011992 01011993 01011994 01011995 01011999 01012000 01012001 01012010 01012011
01020304 01021985 01021987 01021988 01021989 01021990 01021992 01031980 01031981 01031983 01031984 01031985
01031986 01031988 01031989 01041980 01041983 01041985 01041987 01041988 01041989 01041990 01041992 01041993
01051980 01051985 01051986 01051987 01051988 01051989 01051990 01061983 01061986 01061987 01061988 01061990
01061992 01071984 01071986 01071987 01071988 01071990 01081985 01081989 01081990 01081992 01091985 01091987
01091988 01091989 01091992 01101987 01121986 01121987 01121988 01121990 0192837465 02011971 02011975
02011976 02011977 02011979 02011980 02011981 02011982 02011983 02011984 02011985 02011986 02011987 02011988
02011989 02011990 02021971 02021973 02021976 02021977 02021978 02021979 02021980 02021981 02021982 02021983
02021984 02021985 02021986 02021987 02021988 02021989 02021990 02021991 02031970 02031973 02031974 02031975
02031977 02031978 02031979 02031980 02031981 02031982 02031983 02031984 02031985 02031986 02031987 02031988
02031989 02031990 02031991 02041972 02041973 02041974 02041975 02041976 02041977 02041978 02041979 02041980
02041981 02041982 02041983 02041984 02041985 02041986 02041987 02041988 02041989 02051970 02051972 02051973
02051975 02051976 02051977 02051978 02051979 02051980 02051981 02051982 02051983 02051984 02051985 02051986
02051987 02051988 02051989 02051990 02061971 02061972 02061974 02061976 02061977 02061978 02061979 02061980
02061981 02061982 02061983 02061984 02061985 02061986 02061987 02061988 02061989 02061990 02071971 02071975
02071976 02071977 02071978 02071979 02071980 02071981 02071982 02071983 02071984 02071985 02071986 02071987
02071988 02071989 02081970 02081973 02081974 02081976 02081977 02081979 02081980 02081981 02081982 02081983
02081984 02081985 02081986 02081987 02081988 02081989 02091971 02091973 02091975 02091976 02091977 02091978
02091980 02091981 02091982 02091983 02091984 02091985 02091986 02091987 02091988 02091989 02101973 02101976
02101977 02101978 02101979 02101980 02101981 02101983 02101984 02101985 02101986 02101987 02101988 02101989
02111987 03011987 03011991 03021986 03031984 03031986 03031987 03031988 03031990 03031991 03031992 03031993
03041980 03041983 03041984 03041986 03041987 03041989 03041991 03051986 03051987 03051988 03061984 03061985
03061986 03061987 03061988 03071985 03071986 03071987 03081989 03082006 03091983 03091988 03101985 03101991
03111987 03121986 04021985 04021990 04031991 04041983 04041985 04041986 04041987 04041988 04041990 04041991
04051985 04051987 04051988 04061984 04061986 04061987 04061990 04061991 04071986 04071987 04071988 04081987
04091986 04111988 04111991 05011987 05021987 05021988 05031987 05031990 05031991 05041985 05041986 05051985
05051986 05051987 05051989 05051990 05051991 05061983 05061986 05061988 05061989 05061990 05071984 05071985
05071988 05081986 05081988 05081992 05091987 05091988 05101984 05111986 05121988 05121990 06011982 06011988
06021986 06021987 06021989 06031983 06031986 06031992 06041984 06041987 06041988 06051986 06051987 06061981
06061985 06061986 06061987 06061988 06061990 06071983 06071984 06081986 06081987 06081988 06091989 06101989
07021980 07021987 07021991 07031989 07041987 07041988 07041989 07051987 07051990 07061988 07071977 07071982
07071984 07071985 07071987 07071988 07071989 07071990 07081984 07081986 07081987 07091982 07091988 07091990
07101984 07101987 08011986 08021989 08021990 08031985 08031986 08031987 08041985 08041986 08051987 08051989
08051990 08061986 08061987 08071985 08071986 08071987 08071988 08081986 08081988 08081989 08081990 08101986
08111983 08111984 08121986 08121987 09011990 09021988 09021989 09031987 09031988 09041985 09041986 09041987
09051945 09051984 09051986 09051987 09051990 09081985 09081988 09091986 09091988 09101985 09111987 10011980
10011983 10011986 10011988 10011989 10011990 10011992 10021983 10021986 10021987 10021988 10031980 10031987
10031988 10031989 10031990 10031991 10031993 10041983 10041984 10041986 10041987 10041989 10041990 10041991
10051986 10051987 10051988 10051990 10061984 10061985 10061986 10061987 10061989 10071983 10071985 10071986
10071987 10071988 10071989 10071990 10081983 10081985 10081987 10081989 10081990 10081991 10091984 10091985
10091986 10101980 10101985 10101986 10101987 10101988 10101989 10101990 10101991 101091m 10111986 10111989
10121985 10121986 10121987 10203040 10293847 1029384756 11011987 11011989 11011990 11011991 11021984
11021985 11021987 11021988 11021990 11031983 11031986 11031988 11041985 11041986 11041987 11041990 11041991
11051984 11051986 11051987 11051988 11051989 11051990 11061984 11061985 11061986 11061987 11061988 11061989
11061991 11071985 11071986 11071987 11071988 11071989 11081986 11081987 11081988 11081989 11081990 11091984
11091985 11091986 11091989 11091990 11101986 11111111 111111a 111111q 11111986 11111987 11111991 11111a
11111q 11112222 1111qqqq 11121985 11121986 11121987 11121990 111222333 111qqq 11221122 11223344 1122334455
11235813 1123581321 12011985 12011987 12011989 12021984 12021985 12021988 12021990 12021991 12031985
12031986 12031987 12031988 12031990 12041986 12041987 12041988 12041990 12041991 12051985 12051986 12051987
12051988 12051989 12051990 12061980 12061986 12061987 12061988 12071982 12071984 12071987 12071988 12071989
12071990 12071991 12071992 12081983 12081984 12081985 12081986 12081987 12081988 12081990 12081993 12091986
12091988 12091990 12091991 12101984 12101985 12101986 12101988 12101989 12101990 12111984 12111985 12111990
12111991 12121982 12121984 12121985 12121986 12121987 12121988 12121989 12121990 12121991 12131213 12131415
12211221 12301230 12312312 123123a 123123q 1232323q 123321123 123321a 123321q 12344321 1234509876 123454321
1234554321 123456123 123456654321 12345678 123456789 1234567890 1234567890a 1234567890q 1234567891
12345678910 1234567899 123456789a 123456789d 123456789m 123456789q 123456789qwe 123456789r 123456789s
123456789z 12345678a 12345678q 12345679 1234567a 1234567q 123456a 123456aa 123456as 123456d 123456g 123456k
123456l 123456m 123456n 123456q 123456qqq 123456qw 123456qwe 123456qwerty 123456r 123456ru 123456s 123456t
123456w 123456z 12345a 12345abc 12345m 12345q 12345qaz 12345qw 12345qwe 12345qwer 12345qwert 12345qwerty
12345r 12345s 12345t 12345z 12348765 1234abcd 1234asdf 1234qw 1234qwe 1234qwer 1234rewq 1234zxcv 12365478
123654789 12369874 123698745 123789456 123aaa 123abc 123asd 123ewq 123q123 123qaz 123qq123 123qwe 123qwe123
123qweasd 123qweasdzxc 123qwer 123qwert 123qwerty 123zxc 12qw12 12qw12qw 12qw34er 12qwas 12qwaszx 13011987
13011988 13021984 13021985 13021987 13021990 13021991 13031986 13031987 13031989 13031991 13041987 13041988
13041989 13051986 13051987 13051990 13061985 13061986 13061987 13061990 13061991 13071982 13071984 13071985
13071987 13071989 13071990 13071991 13081985 13081986 13081987 13091984 13091986 13091987 13091988 13101982
13101987 13101988 13101992 13111984 13111990 13121983 13121985 13121989 13243546 134679852 135792468
1357924680 135798642 14011986 14011987 14011988 14011989 14021983 14021985 14021986 14021987 14021989
14021990 14021991 14031986 14031988 14031989 14031990 14041986 14041987 14041988 14041991 14041992 14051983
14051986 14051987 14051990 14061988 14061991 14071986 14071987 14071988 14081985 14081988 14081990 14091987
14091988 14091989 14091990 14101983 14101986 14101987 14101988 14101991 14111986 14111987 14121989 14725836
147258369 14785236 147852369 14789632 147896325 14881488 15011983 15011985 15011986 15011987 15011988
15011990 15021983 15021985 15021986 15021990 15021991 15031986 15031987 15031988 15031989 15031990 15031991
15041987 15041988 15051981 15051985 15051986 15051987 15051989 15051990 15051991 15051992 15061984 15061985
15061988 15071983 15071985 15071986 15071987 15071988 15071990 15081980 15081986 15081988 15081989 15081990
15081991 15091985 15091987 15091988 15091989 15101986 15101991 15111984 15111986 15111988 15111989 15121983
15121985 15121987 15426378 159357a 16011985 16011986 16011987 16011989 16011991 16021987 16021988 16021989
16021990 16031986 16031988 16031990 16041985 16041986 16041988 16051985 16051986 16051987 16051988 16051989
16051990 16061985 16061986 16061987 16061988 16061990 16071987 16071991 16081986 16091987 16091988 16091990
16101986 16101987 16111982 16111989 16111990 16121986 16121987 16121991 17011987 17011990 17021985 17021986
17021987 17021989 17031987 17031992 17041985 17041986 17041987 17041991 17051983 17051987 17051988 17051989
17051990 17061986 17061987 17061988 17061989 17061991 17071985 17071986 17071987 17071989 17071990 17081990
17091985 17091987 17101986 17101987 17111985 17111987 17111988 17121985 17121986 17121987 18011984 18011985
18011986 18011987 18011988 18021984 18021986 18021987 18021988 18021992 18031986 18031988 18031991 18041986
18041990 18041991 18051987 18051988 18051989 18051990 18061985 18061986 18061987 18061990 18061991 18071986
18071989 18071990 18081988 18091984 18091985 18091986 18091987 18101985 18101987 18101989 18111983 18111986
18111987 18121812 18121983 18121984 18121985 18121987 18121990 18436572 19011985 19011986 19011987 19011989
19021985 19021990 19021991 19031985 19031987 19041985 19041986 19051983 19051986 19051987 19061985 19061987
19061990 19061991 19061992 19071983 19071986 19071988 19071989 19071990 19081986 19081987 19091983 19091986
19091988 19091990 19101986 19101987 19101990 19111985 19111986 19111987 19121988 19121989 19283746 192837465
19411945 1a2b3c 1a2b3c4d 1a2s3d 1a2s3d4f 1dragon 1master 1michael 1million 1passwor 1pussy 1q2q3q 1q2w3e
1q2w3e4r 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws 1qa2ws3ed 1qaz2ws 1qaz2wsx 1qaz2wsx3edc 1qazxsw 1qazxsw2
1qazxsw23edc 1qazzaq1 1qw23er4 1qwerty 1x2zkg8w 1z2x3c 1z2x3c4v 20011983 20011987 20011988 20011989 20021985
20021986 20021988 20021990 20021991 20031985 20031986 20031987 20031988 20031990 20031991 20031992 20041985
20041986 20041988 20041990 20051983 20051984 20051985 20051986 20051987 20051988 20051989 20061980 20061983
20061984 20061986 20061987 20061988 20061990 20061991 20071984 20071986 20071988 20081986 20081990 20081991
20091986 20091988 20091991 20101986 20101987 20101988 20111986 20111987 20121986 20121988 20121989 21011985
21011988 21011989 21011990 21011991 21021985 21021986 21021987 21021988 21021989 21021990 21031984 21031985
21031986 21031987 21031988 21031990 21041985 21041986 21041987 21041990 21041991 21041992 21051986 21051988
21051990 21051991 21061985 21061986 21061988 21061989 21071987 21071989 21071990 21071992 21081985 21081987
21081990 21091987 21091989 21091990 21101983 21101986 21101987 21101988 21101989 21111983 21111985 21111986
21111989 21111990 21121985 21121986 21121987 21121988 21121989 21122112 22011985 22011986 22011988 22011992
22021985 22021986 22021988 22021989 22021990 22031984 22031986 22031987 22031991 22041985 22041986 22041987
22041988 22041991 22051986 22051987 22051988 22051989 22051990 22051991 22061941 22061984 22061985 22061987
22061988 22061989 22061990 22061991 22071983 22071984 22071985 22071986 22071987 22071988 22071989 22071990
22071991 22071992 22081983 22081986 22081987 22081991 22091984 22091985 22091986 22091987 22091988 22091990
22091991 22111985 22111988 22121983 22121986 22121987 22121989 22446688 23011985 23011990 23021983 23021984
23021985 23021986 23021988 23021989 23021991 23021992 23031983 23031986 23031987 23031990 23041986 23041987
23041988 23041991 23051983 23051984 23051985 23051986 23051987 23051990 23051991 23061985 23061987 23061988
23061989 23061990 23061992 23071985 23071986 23091982 23091985 23091986 23091987 23091989 23091991 23101987
23111986 23111987 23111989 23121986 23skidoo 24011985 24011987 24011990 24021985 24021988 24021991 24031987
24031988 24031990 24041984 24041985 24041986 24041988 24041990 24051989 24051990 24061984 24061985 24061986
24061987 24061988 24061992 24071987 24071990 24071991 24071992 24081988 24081990 24091986 24091991 24101984
24101986 24101988 24101989 24101990 24101991 24111987 24111989 24111990 24121986 24121987 24121988 24121989
25011985 25011986 25011990 25011993 25021985 25021986 25021988 25031983 25031984 25031987 25031991 25041985
25041987 25041988 25041991 25051980 25051985 25051987 25051988 25051989 25061985 25061986 25061987 25071983
25071985 25071987 25071990 25081985 25081986 25081987 25081988 25081989 25091987 25091989 25091990 25091991
25091992 25101988 25101989 25111987 25111991 25121985 25121987 25800852 25802580 26011986 26011990 26021987
26021992 26031984 26031986 26031987 26031988 26031990 26031991 26041983 26041986 26041988 26041991 26051986
26051988 26051990 26061985 26061986 26061987 26061989 26061991 26071984 26071986 26071987 26071989 26081986
26091986 26101986 26101987 26111984 26111985 26121987 26121989 27011988 27021990 27021991 27021992 27031986
27031987 27031989 27031992 27041985 27041990 27051987 27061983 27061985 27061988 27061990 27071987 27071988
27081986 27081990 27091983 27091985 27091991 27101987 27101989 27111985 27111989 27111990 28011987 28011988
28021983 28021985 28021986 28021989 28021990 28021992 28031982 28041987 28041988 28041992 28051985 28051986
28051987 28051988 28051990 28061986 28061988 28071984 28071985 28071986 28071987 28081986 28081990 28101986
28121984 28121989 29011982 29011985 29011987 29031982 29031988 29031990 29041985 29041987 29041988 29041989
29051985 29051987 29051989 29051990 29051992 29061985 29061986 29061988 29061989 29061990 29071983 29071985
29071986 29081982 29081985 29081987 29081990 29091987 29111987 29111988 29111989 29121984 29121987 29121988
2fast4u 3000gt 30011985 30011986 30011987 30011990 30031986 30031988 30031992 30041985 30041986 30041987
30041991 30051985 30051986 30051987 30051988 30051989 30061983 30061985 30061987 30061988 30061989 30071986
30071992 30081984 30091989 30101987 30101988 30111987 30121985 30121986 30121987 30121988 31011985 31011987
31011990 31031987 31031988 31051982 31051985 31051986 31051987 31051991 31051993 31071990 31081989 31101987
31101991 31121985 31121986 31121987 31121988 31121990 31415926 321654987 369258147 3ip76k2 3x7pxr 426hemi
44332211 45m2do5bs 4815162342 4runner 50cent 50spanks 51505150 57chevy 5wr2i7h8 66613666 69camaro 73501505
74108520 741852963 7777777a 78945612 789456123 7894561230 789654123 7ugd5hip2j 81fukkc 8inches 8j4ye3uz
9293709b13 963852741 987456321 a11111 a12345 a123456 a1234567 a12345678 a123456789 a1a2a3 a1b2c3 a1b2c3d4
a1s2d3 a1s2d3f4 aa123456 aaa111 aaaa1111 aaaaa1 aardvark aaron1 abc123 abc1234 abc12345 abcd123 abcd1234
abcdefg1 aberdeen abnormal abracadabra abrakadabra absolute absolutely acapulco access14 achilles acidburn
adam12 adelaide adgjmptw admin1 adrenalin adrienne agent007 airborne aircraft airforce airplane albatros
alcatraz alejandr alejandro aleksandr aleksandra alessandro alex12 alex123 alexalex alexande alexander
alexander1 alexandr alexandra alexandre alice1 all4one allen1 alleycat alliance allison1 almighty alpha1
alpha123 alphabet alterego amanda1 amateurs amber1 ambrosia america1 american amethyst amsterda amsterdam
anaconda anastasi anastasia anastasiya andersen anderson andrea1 andrew1 andromed andromeda andyod22 angel1
angel123 angela1 angelica angelika angelina angus1 anhyeuem annaanna annabell annie1 annmarie anonymous
antelope anthony1 antonina anything aol123 aolsucks apollo11 apollo13 apple1 apple123 applepie april1
aquarius archange area51 argentin argentina arkansas armagedon armstron arsenal1 asd123 asd222 asdasd123
asdf12 asdf123 asdf1234 asdfasdf asdffdsa asdfg123 asdfgh01 asdfgh1 asdfghjk asdfghjkl asdfzxcv asdqwe123
ashleigh ashley1 aspirine assassin asshole1 assholes atlantic atlantis attitude auckland audia4 augustus
austin1 austin31 australi australia avalanch aviation awesome1 azertyui azertyuiop azsxdcfv babybaby
babybear babyblue babycake babydoll babyface babygirl babylon5 babylove backbone backdoor bailey1 balloons
ballsack baltimor banana1 bandit1 bangbang baracuda barbados barcelon barcelona barefeet barefoot baritone
barney1 barry1 barselona baseball baseball1 basketba basketball bastards batman1 bcfields beach1 bearbear
bearcats beast1 beatles1 beatrice beautifu beautiful beavis1 beefcake beerbeer beethove bella1 bendover
benessere benjamin benny1 bergkamp berkeley bettyboo bigballs bigblock bigboobs bigbooty bigdaddy bigdicks
bigdog1 bigmoney bigpoppa bigtruck billabon billbill billy1 billybob billyboy bingo1 binladen bird33
birthday bismarck bismillah bitch1 bitchass biteme1 black1 blackbir blackbird blackcat blackdog blackhaw
blackjac blackjack blacklab blackman blackout blahblah blake1 blessing blink182 blizzard blowfish blue11
blue12 blue123 blue1234 blue22 blue23 blue32 blue42 blue99 blueball bluebell blueberr bluebird blueblue
blueeyes bluefish bluejays bluemoon blues1 bluesman bmw325 bob123 bobafett bobby1 bobdylan bobmarley
bollocks bond007 bonehead bookworm boomboom boomer1 borabora bordeaux borussia bosco1 boston1 br0d3r
bradford bradley1 brandon1 brandy1 braves1 brewster brian1 brighton brigitte brittany brittney broadway
broncos1 brooklyn brothers brown1 browning bruce1 brucelee bruno1 bubba1 bubba123 bubba69 bubbles1 buckeyes
buckshot budapest buddy1 buddy123 buddyboy budlight budweise budweiser buffalo1 buffy1 building bulldog1
bulldogs bullfrog bullseye bullshit bunghole bunny1 business buster1 buster12 buttercu buttercup butterfl
butterfly buttfuck butthead butthole bynthytn c2h5oh cabernet cadillac cafc91 caliente californ california
caligula calimero callaway callisto calvin1 camaross cambiami cambridg cameltoe cameron1 campbell canada1
canadian candy1 candyass candyman cannabis cannibal cantona7 capetown capitals capricor capricorn capslock
captain1 cardinal cardinals carebear carlisle carlitos carlos1 carmex2 carnival carolina caroline carpedie
carpente cartman1 cartoons casanova casey1 cashflow cashmone cashmoney casper1 cassandr cassandra castillo
cat123 catalina catch22 catherin catherine catwoman cavalier cbr600 cbr900 cbr900rr cdtnkfyf celebrity
cerberus cfitymrf chainsaw challeng chambers champ1 champion chandler changeme chaos1 chargers charisma
charlene charles1 charlie1 charlie2 charlott charlotte charlton chase1 checkers cheerleaers cheese1 chelsea1
chemical cherokee cherries cheshire chester1 chestnut chevelle chevrole chevrolet chevy1 cheyenne chicago1
chicken1 chickens children chipmunk chiquita chloe1 chocolat chocolate choochoo chouchou chris1 chris123
chrisbln christia christian christie christin christina christine christma christmas christop christopher
chrysler chuckles cindy1 cinnamon citation cjkysirj clarence clarinet clarissa classics claudia1 claymore
clemente cleopatr cleopatra clevelan cleveland clifford clippers clitoris cloud9 cnfybckfd cobra1 cocacola
cocksuck cocksucker coldbeer coldplay colombia colonial colorado colt45 coltrane columbia columbus comanche
commande commander commando compaq1 complete computer computer1 concorde concrete confused conquest constant
consumer contract cookie1 coolcool cooldude coolhand coolness cooper1 corleone cornwall corvette costello
cosworth courtney coventry cowboy1 cowboys1 crackers crawford crazy1 crazybab creampie creation creative
creature crescent cricket1 criminal cristian cristina crjhgbjy cromwell crusader crystal1 cucumber customer
cutiepie cyclones cygnusx1 daddy1 daisy1 daisydog dakota1 dallas1 dan123 dangerous daniel1 danielle danny1
dannyboy darkange darkangel darklord darkness darkside darkstar daughter david1 david123 davidson daylight
dbrnjhbz deadhead deadpool death1 death666 december deepthroat deeznuts deeznutz defender deftones delaware
delldell delpiero delta1 demon666 derparol designer destiny1 devil666 devildog dfcbkbcf dfktynby dfktynbyf
diablo2 diamond1 diamonds diana1 dickdick dickhead dietcoke digital1 dilbert1 dilligaf dima123 dimadima
dingdong dinosaur director dirtbike dirty1 discover diver1 dixie1 dkflbckfd dkflbvbh doberman dodge1
dodgeram dodgers1 dog123 doggy1 doghouse dogpound dolemite dolphin1 dolphins dominion dominiqu donna1
dontknow doomsday dortmund doughboy download downtown dragon1 dragon12 dragon69 dragonba dragonball
dragonballz dragonfl dragster dreamcas dreaming drowssap drpepper drummer1 dthjybrf dudedude dukeduke dusty1
dutchess dylan1 dynamite eagle1 eagles1 earnhard earthlink eastside eastwood eatmenow eatpussy eclipse1
eddie1 edmonton edward1 eggplant einstein ekaterina elcamino eldorado electric electron elements eleonora
elephant elisabet elizabet elizabeth elizaveta elvis1 elway7 emily1 emmanuel enforcer engineer england1
enter1 enternow enterpri enterprise entrance erection ericsson escalade espresso estrella eternity
evangelion everlast evolutio evolution excalibu excalibur exchange experienced explorer f00tball fabulous
facebook fairlane faith1 faithful falcon1 fandango fantasia fantomas farscape fastball favorite favorite6
fearless feathers february federico feelgood felix1 fellatio fender1 ferguson fernando ferrari1 festival
fgtkmcby fidelity fireball firebird fireblad firefigh firefire firewall fishbone fisherman fishfish fishhead
fishing1 fkbyjxrf fktrcfylh fktrcfylhf flamengo flamingo flash1 fletcher flexible flipflop flipper1 florence
florida1 flounder flower1 flower2 flvbybcnhfnjh flyers88 football football1 fordf150 forever1 forgetit
formula1 forsaken fortress fountain foxylady francesc francesco francine francisc francois frank1 frankie1
franklin freckles freddy1 frederic frederik fredfred fredrick freebird freedom1 freefall freefree freepass
freeporn freestyle freeuser friendly friendster frodo1 front242 frontier fuck123 fuck69 fuck_inside fucker1
fuckface fuckfuck fuckhead fuckinside fuckme1 fuckme2 fuckme69 fuckoff1 fuckthis fucku2 fuckyou1 fuckyou2
fullmoon function funstuff fussball futurama fyfcnfcbz fyfnjkbq fyutkbyf fyutkjxtr gabriel1 gabriela
gabriele gabriell gamecock gamecube gameover gandalf1 gangbang gangster gannibal garfield gargoyle gateway1
gateway2 gator1 gatorade gators1 gbhfvblf generals genesis1 geoffrey george1 geronimo gertrude gesperrt
getmoney gfhjkm1 gfhjkm123 gfhjkmgfhjkm ghbdtn123 ghbdtnbr ghblehjr ghbywtccf ghhh47hj7649 ghjcnbnenrf
ghjcnjgfhjkm ghjcnjnfr ghjuhfvvf ghost1 ghostrider giants1 gigabyte gilligan ginger1 giovanna giovanni
giuseppe gizmo1 gladiato gladiator gn56gn56 godbless godfathe godfather godsmack godzilla gogators goldberg
golden1 goldeney goldeneye goldfing goldfish goldstar goldwing golfball golfer1 golfgolf gonzales gonzalez
gonzo1 good123654 goodgirl goodluck goodtime goodyear gordon24 gorgeous gotohell grace1 graphics grateful
great1 greatone greedisgood green1 green123 greenbay greenday gretchen greywolf gsxr1000 gsxr750 gtnhjdbx
guardian guillaum guinness guitar1 hairball hal9000 halflife hallo123 hallowee halloween hamilton hammer1
handball handsome handyman hannah1 hannibal happiness happy1 happy123 happy2 happyday hardball hardcock
hardcore harddick hardrock hardware hardwood harley1 harrison harry1 harrypotter hastings hattrick hawaii50
hawaiian hawkeyes hayabusa heather1 hedgehog heidi1 heineken heinrich hellfire hello1 hello12 hello123
hello2 hellokitty hellsing hellyeah helsinki henry1 hercules herewego heritage hetfield highbury highheel
highland highlander highlife hillbill hockey1 holein1 holidays holly1 hollywoo hollywood holyshit homemade
homepage homer1 homework honda1 honey1 honeybee hongkong honolulu hooligan hoosiers hopeless horny1 hotgirls
hotpussy hotstuff hounddog house1 houston1 htubcnhfwbz humphrey hunter1 hurrican hurricane huskers1 hyperion
ib6ub9 icecream icehouse iceman1 icu812 idontkno idontknow ihateyou ilikepie illinois illusion ilovegod
ilovepussy ilovesex iloveyou iloveyou1 iloveyou2 immortal imperial implants infantry infiniti infinity
information innocent insanity insomnia inspiron intercourse interest internet intrepid intruder inuyasha
ireland1 irish1 irishman ironmaiden isabella isabelle islander istanbul istheman italiano iverson3 jackass1
jackjack jackson1 jackson5 jacob1 jakejake james007 james1 james123 jamesbon jamesbond jamie1 japanese
jasmine1 jason1 jayhawks jeanette jeepster jefferso jefferson jellybea jellybean jennifer jennifer1 jenny1
jeremiah jeremy1 jermaine jerry1 jessica1 jesus1 jesus123 jeter2 jiggaman jimbo1 jimmy1 joe123 johannes
john123 john316 johncena johndeer johngalt johnjohn johnny1 johnny5 johnson1 joker1 jonathan jonathon jones1
jordan1 jordan2 jordan23 joseph1 josephin joshua1 julia1 julie1 juliette junior1 junkmail jupiter1 jurassic
just4fun just4me justdoit justice1 justin1 juventus kakashka kamasutra kamikaze kangaroo karen1 karolina
katarina katerina katherin katherine kathleen kathy1 katie1 kawasaki kayleigh kazantip kcchiefs kcj9wx5n
keith1 kelly1 kenny1 kentucky kenworth kevin1 keyboard keystone kicksass killbill killer1 killer12 killer123
killkill kimberly kingfish kingking kingkong kingston kirkland kisskiss kissmyass kitty1 kittycat kittykat
kjrjvjnbd kleopatra klondike knickers knight1 knockers knuckles konstantin kordell1 koroleva krasotka
kristian kristina kristine krokodil labrador lacrosse laetitia lakers1 lakeside lakewood lalakers lancelot
larry1 laser1 laserjet lasvegas laura1 lauren1 laurence lawrence leavemealone lebowski leedsutd left4dead
lemonade lenochka leonardo lesbians letmein1 letmein2 letsdoit lfitymrf liberty1 lifehack lifetime lighting
lightnin lightning limewire linda1 lineage2 lionking lipstick lisalisa little1 liverpoo liverpool liverpool1
ljxtymrf lockdown logan1 logitech lokiloki lokomotiv lol123 lol12345 lollipop lollypop london1 lonesome
lonestar lonewolf longdong longhair longhorn longjohn lorraine loser1 love12 love123 love1234 love69
loveless lovelife lovelove lover1 loverboy loverman lowrider lucas1 lucky1 lucky13 lucky7 luckydog luckyone
lunchbox m123456 macaroni macdaddy macintos madagaskar madeline madison1 magazine magellan maggie1 magic1
magic32 magician magicman magnolia mailcreated5240 majestic makaveli maksimka malaysia mallorca mallrats
mama123 mamacita mamapapa manchest manchester mandarin mandingo mandrake mandy1 maradona marathon marauder
marcello marcius2 margaret margarit margarita maria1 marianna marianne marie1 marijuan marijuana marine1
mariners marines1 marino13 mario1 mariposa marjorie marlboro marriage marseill marseille marshall martin1
martinez maryjane maryland masamune maserati mash4077 mason1 master1 master12 masterbate masterbating
matchbox matrix1 matthew1 matthews matthias maverick max123 max333 maxwell1 mazafaka mazda3 mazda6 mazda626
mazdarx7 mcdonald mckenzie meatball meathead meatloaf mechanic medic1 medicine megadeth megan1 megapass
megatron melanie1 melissa1 meowmeow mephisto mercedes mercury1 meredith meridian merlin1 mersedes met2002
metal1 metallic metallica metallica1 michael1 michael2 michaela michaels michelle michigan mickey1 microlab
microphone microsof microsoft midnight mike123 mikemike mikey1 military millenium miller1 millions millwall
minecraft minemine minimoni ministry mischief misfit99 mississippi missouri missy1 mistress misty1 mitchell
mobydick modelsne mohammad mohammed molly1 mollydog mommy1 monalisa money1 money12 money123 moneyman
mongoose monkey1 monkey12 monkeybo monopoly monster1 monsters montana1 montecar montgom240 montreal montrose
monty1 moonbeam moonligh moonlight moonshin moose1 morgan1 morpheus morrison morrowind mortgage mortimer
mother1 motherfucker motherlode motocros motorola mountain mouse1 mudvayne muffin1 muhammad mulligan
multiplelo munchkin murphy1 mushroom music1 musicman mustang1 mustang2 mustang5 mustang6 mustangs mynameis
mypassword myxworld nancy1 napoleon nascar24 nasty1 natalie1 natasha1 natedogg nathalie nathan1 national
naughty1 nautilus navigator navyseal ncc1701 ncc1701a ncc1701d ncc1701e ncc74656 ne1469 nebraska nemrac58
netscape nevermind nevermore newcastl newcastle newpass6 newyork1 nicholas nicole1 nightmar nightmare
nightwish nikki1 nineball nineinch ninja1 nintendo nirvana1 nokia1 nokia5800 nokia6233 nokia6300 nokian73
noname123 nonenone normandy northern nostromo notebook notredam nounours november nthvbyfnjh number1
nuttertools nwo4life nygiants oblivion obsidian offshore oicu812 oklahoma oliver1 omega1 opendoor operator
optimist orange1 original orion1 oscar1 ou8122 ou8123 overkill overlord p0015123 p0o9i8u7 p4ssw0rd p@ssw0rd
pa55w0rd pa55word packers1 paintbal paintball painting pakistan paladin1 pallmall palmtree panasoni
panasonic pancakes panda1 pantera1 panther1 panthers pantyhos papamama papillon paradigm paradise paramedi
paranoid paris1 parlament pasadena pass123 pass1234 passpass passport passw0rd passwor1 password password01
password1 password12 password123 password2 password9 password99 passwords passwort patches1 pathetic
pathfind patience patricia patrick1 patriots paulpaul pavement pavilion peace1 peaches1 peanut1 pearl1
pearljam peekaboo penelope penetration penguin1 penguins penis1 penny1 pentagon penthous pepper1 pepsi1
perfect1 personal peter1 peterbil peterpan peterson pharmacy phialpha philippe phillies phillips phish1
phoenix1 pianoman pictures piercing pimpdadd pimpdaddy pineappl pineapple pinetree pingpong pinkfloy
pinkfloyd pinky1 pinnacle pipeline piramida pizza1 pizzaman plastics platinum platypus playball playboy1
playboy2 player1 playmate playstat playstation playtime please1 pleasure plymouth pokemon1 poker1
polniypizdec0211 polopolo poohbear pool6123 poontang pooppoop popcorn1 porkchop pornking porno1 pornporn
pornstar porsche1 porsche9 portland portugal poseidon positive power1 power123 powerful preacher precious
predator presario presiden president pressure prince1 princesa princess pringles printing private1 pro100
progress property prospect protocol pufunga7782 pumpkin1 pumpkins punisher punkrock puppy1 puppydog purple1
pussy1 pussy123 pussy69 pussycat pussyman q11111 q12345 q123456 q1234567 q123456789 q1q2q3 q1w2e3 q1w2e3r
q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q2w3e4 q2w3e4r5 qawsedrf qaz123 qazwsx1 qazwsx12 qazwsx123 qazwsxed
qazwsxedc qazwsxedc123 qazwsxedcrfv qazxswedc qqq111 qqqqq1 question qwe123 qwe123qwe qwe321 qweasd123
qweasdzxc qweasdzxc123 qwer12 qwer123 qwer1234 qwerasdf qwerasdfzxcv qwert1 qwert123 qwert12345 qwert40
qwerty1 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty7 qwertyui qwertyuio
qwertyuiop r2d2c3po rabbit1 rachel1 rachelle radiohea radiohead ragnarok raiders1 railroad rainbow1 rainbow6
rainbows rainyday raistlin rambo1 rammstein randy1 ranger1 rangers1 rasdzv3 rasputin rastaman raven1
realmadrid rebecca1 rebel1 reckless recovery red123 redalert redbaron reddevil reddwarf redheads redskins
redsox1 redwings reginald register reloaded remember remingto renegade republic research resident revoluti
revolution revolver reynolds rfhfvtkmrf rfhfylfi rfhnjirf rfnthbyf rfntymrf rfvfcenhf rhbcnbyf rhfcfdbwf
rhfcjnrf rhiannon rhjrjlbk rhtdtlrj riccardo richard1 richards richmond riffraff rightnow riversid rjhjktdf
rjirfrgbde rjycnfynby roadkill roadking roadrunn roadrunner roadster robert1 robin1 robinson robotech
robotics rochelle rockford rockhard rocknrol rocknroll rockstar rockwell rocky1 roger1 rolltide romantic
romashka romeo1 ronaldinho rootbeer rosemary route66 rufus1 rugby1 runescape rush2112 rusty1 rusty2 rustydog
s123456 sabrina1 sadie1 sailboat salamander salasana sally1 salvador sam123 samantha sammy1 sammy123
samsung1 samuel1 sandiego sandra1 sandrine sandwich sandy1 santiago sapphire sarah1 saratoga sasha1 sasha123
sasha_007 sassy1 satan666 saturday sausages savannah scarface scarlett scheisse scissors scooby1 scoobydo
scoobydoo scooter1 scorpio1 scorpion scotland scott1 scrabble scrapper screamer scuba1 seahawks sebastia
sebastian secret1 security segblue2 seinfeld seminole semperfi senators sentinel sephiroth septembe
september serenity sergbest sergeant sersolution services seven7 sex123 sex4me sexy69 sexybabe sexybitch
sexygirl sexylady sexysexy sf49ers shadow1 shadow12 shamrock shaney14 shanghai shannon1 shark1 sheba1
sheepdog shepherd sheridan sherlock sherwood shitface shithead shopping showtime sidekick sigmachi silver1
silverad simba1 simon1 simple1 simpsons sinclair singapor sinister sithlord sixty9 skateboard skinhead
skipper1 skittles skorpion skywalke skywalker slamdunk slapshot slave1 slayer1 slick1 slimshad slimshady
slipknot slippery slowhand smackdow smackdown smart1 smashing smeghead smirnoff smith1 smoke1 smokey1
smoothie snake1 sneakers snickers sniffing snoopdog snoopy1 snowball snowbird snowboar snowboard snowflak
snuggles soccer1 soccer10 soccer11 soccer12 socrates softball software sojdlg123aljg solitude solution
somerset somethin something sonic1 sonyericsson sonyfuck sonysony sophie1 sopranos soso123aljg soulmate
southern southpar southpark southpaw spaceman spanking sparkles sparky1 spartan1 spartans speakers special1
specialk spectrum speedway spencer1 spider1 spiderma spiderman spike1 spitfire splinter spock1 spongebo
spongebob sporting springer sprinter spurs1 squirrel srinivas stafford stallion standard stanford stanislav
stanley1 star69 starbuck starcraf starcraft stardust starfire starfish stargate starligh starship starstar
start1 startrek starwars starwars1 steelers stefanie stephane stephani stephanie stephen1 sterling steve1
steven1 stewart1 stickman stigmata stingray stocking stockton stone1 stone55 stonecol stonecold storm1
straight stranger stratfor strawber strawberry streaming strength stripper stupid1 suburban success1
suckdick suckmydick sugar1 sullivan summer1 summer69 summer99 sundance sundevil sunflowe sunflower sunlight
sunny1 sunnyday sunshine sunshine1 super1 super12 super123 superfly superior superman superman1 supernov
supernova supersonic supersta superstar surprise survivor susan1 svetlana sweet1 sweetheart sweetnes
sweetness sweetpea swimming swingers swinging swordfis swordfish sylveste syncmaster syracuse tacobell
taekwondo talisman tamerlan tammy1 tampabay tango1 tanya1 tarheels tasha1 taylor1 tazmania technics teddy1
teddybea teddybear telephon telephone temp123 temppass tennesse tennis1 terminal terminat terminator
terrapin test12 test123 test1234 testing1 testpass testtest texas1 thailand thanatos thankyou thebeast
thedoors theforce thegreat theodore therock1 thirteen thisisit thomas1 thompson thrasher threesom thuglife
thumper1 thunder1 thunderb thursday thx1138 tiberius ticklish tiffany1 tiger1 tiger123 tiger2 tigercat
tigers1 tigger1 tigger2 tinkerbe tinkerbell titanium titleist tkbpfdtnf together tokiohotel tomahawk tommy1
tommyboy tomorrow toonarmy toriamos tottenha tottenham touching training transfer translator traveler
travis1 treasure treefrog trfnthbyf triangle trinidad trinitro trinitron trinity1 trombone trooper1 tropical
trouble1 trucking truelove trumpet1 trustno1 tunafish turbo1 turkey50 twilight tyler1 tyson1 ultimate
umbrella underdog underground undertak undertaker universa universal universe university usa123 username
usmarine usuckballz1 vacation vader1 vagabond valencia valentin valentina valentine valhalla valkyrie
vampire1 vampires vancouve vanessa1 vanguard vanhalen vasilisa vauxhall velocity vendetta verbatim veronica
veronika vfhufhbnf vfitymrf vfntvfnbrf vfrcbvrf vfvfgfgf vh5150 victoria video1 viewsoni viewsonic vikings1
viktoria viktoriya vincent1 violetta viper1 vipergts virginia virginie vjqgfhjkm vkontakte vladimir
vladislav volkswag volleyba voyager1 vqsablpzla vsjasnel12 wanderer warcraft wareagle warhamme warhammer
warrior1 warriors washburn washingt washington water1 waterboy waterloo waterman wayne1 weare138 webhompas
webmaste webmaster weed420 welcome1 wendy1 werewolf westside westwood wetpussy wg8e3wjf whatever whatwhat
whiplash whiskers whistler white1 whiteboy whiteout whitesox whocares wildbill wildcard wildcats wildfire
wildwood william1 williams windmill windsurf winner1 winston1 winter1 wireless wishbone wizard1 wolf359
wolfgang wolfpack wolverin wolverine wonderboy wonderfu wonderful woodland woodstoc woody1 woofwoof wordpass
wp2003wp wrangler wrestler wrestlin wrestling wrinkle1 xbox360 xxx123 xyz123 yamahar1 yankees1 yankees2
yeahbaby yellow1 yfcntymrf yjdsqgfhjkm yogibear yosemite young1 z1x2c3 z1x2c3v4 zachary1 zanzibar zaq123
zaq12wsx zaq1xsw2 zaqwsxcde zaqxswcde zeppelin zerocool zerozero ziggy1 zildjian zoomzoom zorro1 zxasqw12
zxc123 zxcasdqwe zxcasdqwe123 zxcv123 zxcv1234 zxcvb123 zxcvbnm1 zxcvbnm123
`
    .trim()
    .split(/\s+/),
);
