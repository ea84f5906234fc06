/** The real end of this process. The app's own `process.exit` goes through app.exit, as in Electron (see run.mjs). */
export const endProcess = process.exit.bind(process)
