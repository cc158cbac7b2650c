// Family names and words of organizations that are so common that sharing one says little.

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

export function isCommonFamilyName(token: string): boolean {
  return familyNames.has(token)
}

const organizationWords: ReadonlySet<string> = new Set(
  (
    'group holding holdings international global worldwide industries industry enterprises services service solutions ' +
    'systems technologies technology management consulting capital partners fund trust foundation association society ' +
    'institute university college school academy center centre council committee commission agency department ministry ' +
    'office bank insurance company corporation national public general first new american european united central ' +
    'restaurant cafe bar grill hotel club house street store shop church child care early childhood development day ' +
    'community family learning preschool nursery kindergarten city state county region district'
  ).split(' '),
)

export function isCommonWord(token: string): boolean {
  return organizationWords.has(token)
}
