interface Package {
  dependencies: Record<string, string>
}

/** bench/ has a lock of its own. A package that it shares with the server must have one version, or it measures another. */
export function checkVersions(server: Package, bench: Package): string[] {
  return Object.entries(bench.dependencies).flatMap(([name, version]) => {
    const wanted = server.dependencies[name]
    return wanted && wanted !== version ? [`bench/package.json: ${name} ${version}; the server has ${wanted}`] : []
  })
}

interface VersionedPackage {
  version: string
  dependencies?: Record<string, string>
}

/** The version is that of the root everywhere: programs and their answers read it from the package.json beside them. */
export function checkRelease(packages: Record<string, VersionedPackage>, documents: Record<string, string>): string[] {
  const wanted = packages['package.json']?.version
  const ofPackages = Object.entries(packages).flatMap(([path, { version, dependencies = {} }]) => [
    ...(version === wanted ? [] : [`${path}: version ${version}; the root has ${wanted}`]),
    ...Object.entries(dependencies)
      .filter(([name, range]) => name.startsWith('@polegraph/') && !range.startsWith('file:') && range !== wanted)
      .map(([name, range]) => `${path}: ${name} ${range}; the root has ${wanted}`),
  ])
  const ofDocuments = Object.entries(documents).flatMap(([path, text]) =>
    [...text.matchAll(/\bpolegraph[- ](\d+\.\d+\.\d+)/gi)]
      .filter(([, version]) => version !== wanted)
      .map(([words]) => `${path}: ${words}; the root has ${wanted}`),
  )
  const [, newest] = /^## (.*)$/m.exec(documents['CHANGELOG.md'] ?? '') ?? []
  const ofChangelog = newest === wanted ? [] : [`CHANGELOG.md: the first section is ${newest}; the root has ${wanted}`]
  return [...ofPackages, ...ofDocuments, ...ofChangelog]
}
