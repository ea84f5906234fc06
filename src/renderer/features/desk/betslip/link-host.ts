/** Where a link leads, as text: the host of a web address, else the scheme of the app that would take it. */
export function linkHost(link: string): string {
  const url = URL.parse(link)
  if (url === null) return 'not a link'
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.host : `an app (${url.protocol})`
}
