// Small parts of Electron about the desktop, as far as an app needs them here.
import { HostEmitter } from './host-emitter.mjs'
import { lifecycle } from './lifecycle.mjs'
import { options } from './options.mjs'
import { strict } from './strict.mjs'

/** Emits nothing by itself: Chromium does not say when the machine sleeps. A test may emit for it. */
class PowerMonitor extends HostEmitter {
  isOnBatteryPower() {
    return false
  }

  getSystemIdleTime() {
    return 0
  }
}

export const powerMonitor = new PowerMonitor()

/** One display that is as large as the test wants, or common. */
class Screen extends HostEmitter {
  getPrimaryDisplay() {
    if (!lifecycle.isReady) throw new Error("The 'screen' module can't be used before the app 'ready' event")
    const size = options.size ?? { width: 1920, height: 1080 }
    const bounds = { x: 0, y: 0, ...size }
    return { id: 1, scaleFactor: 1, rotation: 0, size, bounds, workAreaSize: size, workArea: bounds }
  }

  getAllDisplays() {
    return [this.getPrimaryDisplay()]
  }

  getDisplayMatching() {
    return this.getPrimaryDisplay()
  }

  getDisplayNearestPoint() {
    return this.getPrimaryDisplay()
  }
}

export const screen = new Screen()

/** Images for places that the host does not draw. */
const image = isEmpty => strict('NativeImage', { isEmpty: () => isEmpty })

export const nativeImage = strict('nativeImage', {
  createEmpty: () => image(true),
  createFromPath: () => image(false),
  createFromDataURL: () => image(false),
  createFromBuffer: () => image(false),
})
