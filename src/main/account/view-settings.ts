/** The window as the user arranged it: zoom and panes, kept in the settings file. */
import { EventEmitter } from 'node:events'
import { zoomFactors, type DeskPanes, type View, type ZoomStep } from '../../shared/model/settings/view.ts'
import type { SettingsFile } from './stored-settings.ts'

export class ViewSettings extends EventEmitter<{ changed: [] }> {
  readonly #file: SettingsFile

  constructor(file: SettingsFile) {
    super()
    this.#file = file
  }

  state(): View {
    const { zoom, panes } = this.#file.read()
    return { zoom, panes }
  }

  savePanes(panes: DeskPanes): void {
    this.#change({ panes })
  }

  zoom(to: ZoomStep): void {
    this.#change({ zoom: nextZoom(this.state().zoom, to) })
  }

  #change(change: Partial<View>): void {
    this.#file.write(change)
    this.emit('changed')
  }
}

function nextZoom(zoom: number, to: ZoomStep): number {
  if (to === 'reset') return 1
  const next =
    to === 'in' ? zoomFactors.find(factor => factor > zoom) : zoomFactors.findLast(factor => factor < zoom)
  return next ?? zoom
}
