/** Point of its life that the app has reached, for the parts of Electron that work only after 'ready', or only before. */
export const lifecycle = { isReady: false }
