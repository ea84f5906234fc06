import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { defineLatePart, listenToHeldKeys } from './commands/held-keys.ts'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/frame.css'
import { loadKit } from './ui/kit/kit.ts'
import { getWindowName } from './window-name.ts'

const SecondWindow = defineLatePart(() => import('./SecondWindow.vue'))

listenToHeldKeys()
createApp(getWindowName() === 'main' ? App : SecondWindow)
  .use(createPinia())
  .mount('#app')
document.querySelector('#not-started')?.remove()

/** Loads parts that the first paint does not need before most users open them, the palette first. */
async function loadRest(): Promise<void> {
  await import('./features/palette/CommandPalette.vue')
  await Promise.all([
    import('./features/board/search/NamedLegsPanel.vue'),
    import('./features/desk/betslip/OpenedStrip.vue'),
    import('./features/desk/betslip/RecheckDialog.vue'),
    import('./features/desk/columns/ColumnsDialog.vue'),
    import('./features/desk/layouts/LayoutsDialog.vue'),
  ])
  requestIdleCallback(() => void loadKit())
}
requestIdleCallback(() => void loadRest(), { timeout: 500 })
