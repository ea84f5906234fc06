/**
 * Exposes the contract as `window.desk`: a call invokes its channel, an event takes a listener and returns a function
 * that removes it. The outline (area, verb, kind) is written in at build time, so that this file requires only
 * `electron`.
 */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { toChannel } from '../shared/channel.ts'
import type { outline } from '../shared/contract.ts'

declare const CONTRACT_OUTLINE: ReturnType<typeof outline>

function member(channel: string, kind: 'call' | 'event') {
  if (kind === 'call') return (request: unknown = null) => ipcRenderer.invoke(channel, request)
  return (listener: (payload: unknown) => void) => {
    const receive = (_event: IpcRendererEvent, payload: unknown) => {
      listener(payload)
    }
    ipcRenderer.on(channel, receive)
    return () => {
      ipcRenderer.off(channel, receive)
    }
  }
}

const api = Object.fromEntries(
  Object.entries(CONTRACT_OUTLINE).map(([area, verbs]) => [
    area,
    Object.fromEntries(
      Object.entries(verbs).map(([verb, kind]) => [verb, member(toChannel(area, verb), kind)]),
    ),
  ]),
)
contextBridge.exposeInMainWorld('desk', api)
