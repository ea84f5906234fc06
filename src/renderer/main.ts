import { createPinia } from 'pinia'
import { createApp, defineAsyncComponent } from 'vue'
import App from './App.vue'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/frame.css'
import { loadKit } from './ui/kit/kit.ts'
import { getWindowName } from './window-name.ts'

const SecondWindow = defineAsyncComponent(() => import('./SecondWindow.vue'))

createApp(getWindowName() === 'main' ? App : SecondWindow)
  .use(createPinia())
  .mount('#app')
document.querySelector('#not-started')?.remove()

/** Loads parts that the first paint does not need, before the user can open them. */
async function loadRest(): Promise<void> {
  // Letters typed right after Ctrl+K are meant for the palette, from the first time on.
  await import('./features/palette/CommandPalette.vue')
  await Promise.all([
    import('./features/board/search/NamedLegsPanel.vue'),
    import('./features/desk/betslip/OpenedStrip.vue'),
    import('./features/desk/betslip/RecheckDialog.vue'),
    import('./features/desk/columns/ColumnsDialog.vue'),
  ])
  requestIdleCallback(() => void loadKit())
}
requestIdleCallback(() => void loadRest(), { timeout: 500 })
