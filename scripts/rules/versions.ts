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
