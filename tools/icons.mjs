/**
 * Draws every icon the packages need from resources/icon.svg, in an installed Chromium: `npm run icons`.
 * ico and icns are plain containers, and both take PNG pictures as they are.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium-host/find-chromium.mjs'

const resources = new URL('../resources/', import.meta.url)
const linuxSizes = [16, 32, 48, 64, 128, 256, 512, 1024]
const icoSizes = [16, 32, 48, 64, 128, 256]
/** Apple's four-letter types of PNG pictures, and the pixels each holds. */
const icnsTypes = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 }

/** @returns {Promise<Map<number, Buffer>>} PNG pictures by size in pixels */
async function draw(sizes) {
  const svg = (await readFile(new URL('icon.svg', resources))).toString('base64')
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox'],
  })
  try {
    const page = await browser.newPage()
    await page.setContent(`<style>body{margin:0}</style><img src="data:image/svg+xml;base64,${svg}">`)
    const pictures = new Map()
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size })
      await page.locator('img').evaluate((image, width) => image.setAttribute('width', width), String(size))
      pictures.set(size, await page.screenshot({ omitBackground: true }))
    }
    return pictures
  } finally {
    await browser.close()
  }
}

/** A Windows icon: a header, an entry of 16 bytes a picture, the pictures. 256 is written as 0. */
function ico(pictures) {
  const header = Buffer.from([0, 0, 1, 0, pictures.length, 0])
  let offset = header.length + 16 * pictures.length
  const entries = pictures.map(([size, png]) => {
    const entry = Buffer.alloc(16)
    entry.set([size % 256, size % 256, 0, 0, 1, 0, 32, 0])
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures.map(([, png]) => png)])
}

/** A macOS icon: chunks of type, length with its own 8 bytes, picture; wrapped in one such chunk. */
function icns(pictures) {
  const chunk = (type, body) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(body.length + 8, 4)
    return Buffer.concat([head, body])
  }
  return chunk('icns', Buffer.concat(pictures.map(([type, png]) => chunk(type, png))))
}

const pictures = await draw([...new Set([...linuxSizes, ...icoSizes, ...Object.values(icnsTypes)])])
await mkdir(new URL('icons/', resources), { recursive: true })
for (const size of linuxSizes)
  await writeFile(new URL(`icons/${size}x${size}.png`, resources), pictures.get(size))
await writeFile(new URL('icon.ico', resources), ico(icoSizes.map(size => [size, pictures.get(size)])))
await writeFile(
  new URL('icon.icns', resources),
  icns(Object.entries(icnsTypes).map(([type, size]) => [type, pictures.get(size)])),
)
