// What a file is that is not read, for people. Programs go by the type behind it.

const words: [type: RegExp, words: string][] = [
  [/^image\//, 'a picture'],
  [/^audio\//, 'a sound'],
  [/^video\//, 'a film'],
  [/^font\//, 'a font'],
  [/msword|rtf/, 'an office document'],
  [/officedocument|opendocument/, 'an office document'],
  [/ms-excel|ms-powerpoint/, 'an office document'],
  [/(?:rss|atom)\+xml$/, 'a feed'],
  [/\/(?:zip|gzip|zstd)$/, 'an archive'],
  [/x-bzip2|x-xz|x-7z-compressed|vnd\.rar/, 'an archive'],
  [/(?:javascript|ecmascript|^text\/css)$/, 'a part of a page'],
  [/json$/, 'data that calls itself a page'],
  [/xml$/, 'XML that is no page'],
]

/** `a PDF document (application/pdf)` */
export function fileWords(type: string): string {
  const [, what = 'a file'] = words.find(([pattern]) => pattern.test(type)) ?? []
  return `${what} (${type})`
}
