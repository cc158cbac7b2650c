// Given names, family names and words of organizations that are so common that sharing one says little.

const familyNames: ReadonlySet<string> = new Set(
  (
    'smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson ' +
    'thomas taylor moore jackson martin lee perez thompson white harris sanchez clark ramirez lewis robinson walker ' +
    'young allen king wright scott torres hill green adams nelson baker hall campbell mitchell carter roberts evans ' +
    'turner parker edwards collins stewart morris murphy cook rogers morgan cooper reed bailey bell kelly howard ward ' +
    'cox wood watson bennett gray hughes price james ross foster ' +
    'muller schmidt schneider fischer weber meyer wagner becker schulz hoffmann koch bauer richter klein wolf ' +
    'martin bernard dubois durand moreau laurent simon michel lefebvre leroy ' +
    'rossi russo ferrari bianchi romano colombo ricci silva santos oliveira souza pereira ferreira costa ' +
    'ivanov smirnov kuznetsov popov petrov sokolov ivanova smirnova novak horvat nowak kowalski ' +
    'wang li zhang liu chen yang huang zhao wu zhou xu sun ma kim park choi jung kang cho yoon nguyen tran le pham ' +
    'sato suzuki takahashi tanaka watanabe ito yamamoto khan ahmed ali hassan hussein mohammed singh kumar sharma patel'
  ).split(' '),
)

/** Those that are a letter or two from another. */
const givenNames: ReadonlySet<string> = new Set(
  (
    'adam ada adrian adriana alan alana alba albert alberta alice alicia alina allan anna anne anja anita antje anton ' +
    'antonia antonio arne arno bella bernd bert beth bianca bjorn boris brian bruno carla carlo carlos carina carmen ' +
    'carol caroline carolina cecil cecilia celia chiara christa christina christine christian clara claudia claudio ' +
    'claire colin cora dan dana daniel daniela danielle dario daria dean denis denise diana diane dina dirk dora doris ' +
    'edith elena elias elina elisa eliza ella elke ellen elliot elsa emil emilia emily emma eric erica erik erika erin ' +
    'eva evan fabian fabio felix felicia finn fiona frank franka gabriel gabriela gerd gerda gina gloria greta hanna ' +
    'hannah hans heike helga henrik hugo ian ida ilse ina ingo inga irene irina iris ivan ivana jan jana jane janet ' +
    'jason jean jenna jenny jens jessica joan joanna johanna john jon jonas jorg judith julia julian juliana julie julius ' +
    'june kai karen karin karl karla katja katrin keith kevin kim klara klaus lara lars laura lauren lea leah lena leo ' +
    'leon leona liam lina linda lisa louis louisa louise luca lucas lucia lucy luis luisa luke luna lydia manuel manuela ' +
    'marc marcel marco maria mariana marie marina mario marion marius mark markus marta martha martin martina maud max ' +
    'maya megan mia michael michaela michel michelle mila milan mina mira miriam mona monica monika nadia nadine nancy ' +
    'nico nicola nicole nils nina noah noel nora norman olaf oleg olga oliver olivia oscar otto paul paula pauline peter ' +
    'petra pia rafael ralf ralph ramon regina rene renate rita robert roberta robin roland rolf roman ronald rosa rose ' +
    'ruben rudolf ruth sabina sabine sam sandra sara sarah sean sebastian silvia simon simone sofia sonja sophia stefan ' +
    'stefanie susan susanne sven svenja sylvia tania tanja tara theo thea thomas tim timo tina tom toni tony ulla ulli ' +
    'uma ursula uta ute uwe valentin valentina vera victor victoria viktor viola vincent wanda werner wilma xenia yann ' +
    'yvonne yves zoe'
  ).split(' '),
)

export function isCommonGivenName(token: string): boolean {
  return givenNames.has(token)
}

export function isCommonFamilyName(token: string): boolean {
  return familyNames.has(token)
}

const organizationWords: ReadonlySet<string> = new Set(
  (
    'group holding holdings international global worldwide industries industry enterprises services service solutions ' +
    'systems technologies technology management consulting capital partners fund trust foundation association society ' +
    'institute university college school academy center centre council committee commission agency department ministry ' +
    'office bank insurance company corporation national public general first new american european united central ' +
    'restaurant cafe bar grill hotel club house street store shop church community city state county region district'
  ).split(' '),
)

export function isCommonWord(token: string): boolean {
  return organizationWords.has(token)
}
