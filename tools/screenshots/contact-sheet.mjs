/** A page with all pictures, a row a screen: `worlds` are those shown, each screen with the names of its files. */
export function contactSheet(worlds) {
  const rows = worlds
    .filter(({ screens }) => screens.length > 0)
    .flatMap(({ world, screens }) => [`<h2>${world}</h2>`, ...screens.map(row)])
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Parlay Desk: every screen</title>
<style>
  body { font: 14px system-ui; margin: 24px; background: #888; }
  section { display: flex; gap: 8px; overflow-x: auto; margin-bottom: 16px; }
  h2 { margin: 24px 0 8px; } h3 { margin: 8px 0 4px; }
  img { height: 240px; display: block; }
</style>
${rows.join('\n')}
</html>
`
}

const row = ({ name, state, files }) => `<h3>${name} <small>${state}</small></h3>
<section>${files.map(file => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`).join('')}</section>`
