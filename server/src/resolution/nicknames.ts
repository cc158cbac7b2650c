import { isCommonGivenName } from './common-names.ts'

// Short forms of given names, each line one name. A short form may stand for several names.

const table = `
william: bill billy will willie wm liam
robert: bob bobby rob robbie bert
richard: dick rick ricky rich richie
james: jim jimmy jamie jas
john: jack johnny jon jno
jonathan: jon jonny
joseph: joe joey jos
charles: charlie charley chuck chas
edward: ed eddie ted teddy ned edw
theodore: ted teddy theo
thomas: tom tommy thos
henry: harry hank hal
harold: harry hal
george: geo georgie
michael: mike mick mickey micky
david: dave davy
daniel: dan danny
samuel: sam sammy saml
samantha: sam
benjamin: ben benny benj
alexander: alex alec sandy sasha alick
alexandra: alex sandra sasha
andrew: andy drew
anthony: tony anton
arthur: art
albert: al bert bertie
alfred: alf fred alfie
frederick: fred freddie freddy
francis: frank fran
franklin: frank
gerald: gerry jerry
jeremiah: jerry
gregory: greg
jeffrey: jeff
geoffrey: geoff jeff
kenneth: ken kenny
lawrence: larry lawrie
leonard: len lenny leo
matthew: matt
nathaniel: nat nate
nathan: nat nate
nicholas: nick nicky
patrick: pat paddy
patricia: pat patty tricia trish
peter: pete
philip: phil
raymond: ray
ronald: ron ronnie
stephen: steve stevie steven
steven: steve stevie
timothy: tim
vincent: vince
walter: walt wally wat
zachary: zach zack
christopher: chris kit
christian: chris
christine: chris chrissie tina
elizabeth: liz lizzie eliza beth betty bess bessie elsie libby lisa
margaret: maggie meg peggy madge marge daisy greta
catherine: cathy kate katie kitty cath
katherine: kathy kate katie kitty kath
mary: molly polly mamie
sarah: sally sadie
susan: sue susie
susanna: sue susie
dorothy: dot dolly dottie
helen: nell nellie
eleanor: nell nellie ellie nora
ellen: nell nellie
florence: flo florrie
frances: fanny fran frankie
jane: jenny janie
jennifer: jen jenny
janet: jan
jessica: jess jessie
judith: judy
rebecca: becky
rachel: rae
victoria: vicky
virginia: ginny
deborah: deb debbie
pamela: pam
barbara: barb babs
abigail: abby gail
amelia: millie
emily: em millie
harriet: hattie
isabella: bella
ann: annie nan nancy
anne: annie nan nancy
donald: don donny
douglas: doug
eugene: gene
gabriel: gabe
jacob: jake
joshua: josh
louis: lou
martin: marty
maurice: morrie
maximilian: max
oliver: ollie
russell: russ
sidney: sid
stanley: stan
terence: terry
johannes: hans hannes jan
friedrich: fritz
heinrich: heinz heiner
wilhelm: willi willy
karl: kalle
josef: sepp
franz: franzl
rudolf: rudi rolf
katharina: kathe kathi
margarete: grete gretel
elisabeth: lisl liesl elsa lisa
francisco: paco pancho
jose: pepe
ignacio: nacho
guadalupe: lupe
giuseppe: beppe peppe pino
giovanni: gianni vanni
luigi: gigi
aleksandr: sasha shura
aleksey: alyosha lyosha
dmitry: dima mitya
dmitriy: dima mitya
ivan: vanya
mikhail: misha
nikolay: kolya
sergey: seryozha
vladimir: vova volodya
yekaterina: katya
ekaterina: katya
tatiana: tanya
tatyana: tanya
natalia: natasha
natalya: natasha
maria: masha
yevgeny: zhenya
evgeny: zhenya
`

// Given names as other languages have them. They are one name, but seldom one person.
const abroad = `
john johannes jean juan giovanni ivan jan ian iain sean evan joao johan hans jens yahya
james jacob jacques jaime giacomo jakob iago diego hamish
william wilhelm guillaume guillermo guglielmo willem liam
charles karl carl carlos carlo karel
george georg georges jorge giorgio yuri jerzy jiri georgy
henry heinrich henri enrique enrico hendrik henrik
peter pierre pedro pietro petr pyotr piotr petro pieter
paul pablo paolo pavel pal
michael michel miguel michele mikhail michal mikael
joseph josef jose giuseppe yosef yusuf jozef iosif
alexander alexandre alejandro alessandro aleksandr oleksandr alasdair
nicholas nicolas nikolai nikolay nicola mykola nikolaus
andrew andre andres andrea andrei andrey andriy andreas
louis ludwig luis luigi lewis
francis franz francois francisco francesco frans
frederick friedrich frederic federico fredrik
edward eduard edouard eduardo edoardo
stephen stefan etienne esteban stefano stepan steven
philip philippe felipe filippo filip
mary marie maria miriam maryam mari moira
elizabeth elisabeth isabel elisabetta elzbieta
catherine katherine katharina caterina catalina ekaterina kathryn
margaret marguerite margarita margarete margherita
helen helene elena helena yelena olena
ann anna anne hannah
robert roberto
richard ricardo riccardo
thomas tomas tommaso
vladimir volodymyr wladimir uladzimir
sergei serhii serge sergio
dmitry dmytro dimitri
eugene evgeny yevhen eugen eugenio
`

const namesOf = new Map<string, ReadonlySet<string>>()
for (const line of table.trim().split('\n')) {
  const [name = '', shorts = ''] = line.split(': ')
  for (const token of [name, ...shorts.split(' ')]) {
    namesOf.set(token, new Set([...(namesOf.get(token) ?? []), name]))
  }
}

const languagesOf = new Map<string, number>()
for (const [n, line] of abroad.trim().split('\n').entries()) {
  for (const token of line.split(' ')) languagesOf.set(token, n)
}

/** `john` and `jean`. */
export function areVariants(a: string, b: string): boolean {
  const line = languagesOf.get(a)
  return line !== undefined && line === languagesOf.get(b)
}

/** Whether it is a given name that many have. Two of them are two names, however close they are. */
export function isGivenName(token: string): boolean {
  return namesOf.has(token) || languagesOf.has(token) || isCommonGivenName(token)
}

/** The full names that a given name may stand for; none that is not known. */
export function fullNames(token: string): readonly string[] {
  return [...(namesOf.get(token) ?? [])]
}

/** `bill` and `william`, `bill` and `billy`; not `jon` and `johnny` by way of a third. */
export function areNicknames(a: string, b: string): boolean {
  const ofA = namesOf.get(a)
  const ofB = namesOf.get(b)
  if (!ofA || !ofB) return false
  for (const name of ofA) if (ofB.has(name)) return true
  return false
}
