/** Pictures in the README and the guide: the screen that each shows, the window it is taken in, and a part by its name. */
const wide = { width: 1600, height: 900 }

export const documentImages = [
  { file: 'desk.png', screen: 'tickets-strip', size: wide },
  { file: 'price.png', screen: 'tickets-strip', size: wide, part: 'Cell' },
  { file: 'sources.png', screen: 'sources', size: wide },
  { file: 'ledger.png', screen: 'ledger', size: wide },
]
