import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { pageWorldScript, preloadWorldScript } from '../page-scripts.mjs'

const script = {
  page: pageWorldScript(),
  preload: preloadWorldScript({ path: '/preload.cjs', source: 'module' }, { additionalArguments: [] }),
}

test.each(['page', 'preload'])('the script for the world of the %s is a program', world => {
  expect(() => new Script(script[world])).not.toThrow()
})

test('its modules declare each name once, since they are put into one scope', () => {
  const names = [...script.preload.matchAll(/^(?:async )?(?:function\*?|class|const|let) (\w+)/gm)].map(
    ([, name]) => name,
  )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
