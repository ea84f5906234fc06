/** Payloads of events that scripts follow. */
export const noLedgerChange = {
  seq: 1,
  status: { kind: 'opening' },
  lines: [],
  gone: [],
  isMany: false,
}

/** An event of this many new prices. */
export const pushedPrices = (count: number) => ({
  prices: Array.from({ length: count }, (_, quoteId) => ({
    ...{ parlayId: 1, bookId: 'bravo', quoteId, at: 1_795_200_000_000, status: 'priced' },
    price: { text: '+512', format: 'american', decimal: 6.12 },
  })),
})
