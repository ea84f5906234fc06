export type System = 'linux' | 'mac' | 'win'

export interface PackedProgram {
  readonly system: System
  readonly arch: 'x64' | 'arm64'
  /** Folder with the archive, and the program, both in electron-builder's output folder. */
  readonly resources: string
  readonly program: string
  /** Folder of keytar's addon for this system. */
  readonly addon: string
}

const linux = (folder: string) => ({
  system: 'linux' as const,
  resources: `${folder}/resources`,
  program: `${folder}/parlay-desk`,
})
const win = (folder: string) => ({
  system: 'win' as const,
  resources: `${folder}/resources`,
  program: `${folder}/Parlay Desk.exe`,
})
const mac = (folder: string) => ({
  system: 'mac' as const,
  resources: `${folder}/Parlay Desk.app/Contents/Resources`,
  program: `${folder}/Parlay Desk.app/Contents/MacOS/Parlay Desk`,
})

/** The packages before they become installers, by electron-builder's names. */
export const packages: readonly PackedProgram[] = [
  { ...linux('linux-unpacked'), arch: 'x64', addon: 'linux-x64' },
  { ...linux('linux-arm64-unpacked'), arch: 'arm64', addon: 'linux-arm64' },
  { ...win('win-unpacked'), arch: 'x64', addon: 'win32-x64' },
  { ...win('win-arm64-unpacked'), arch: 'arm64', addon: 'win32-arm64' },
  { ...mac('mac'), arch: 'x64', addon: 'darwin-x64' },
  { ...mac('mac-arm64'), arch: 'arm64', addon: 'darwin-arm64' },
]
