import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/frame.css'

createApp(App).use(createPinia()).mount('#app')
document.querySelector('#not-started')?.remove()

// Letters typed right after Ctrl+K are meant for the palette, from the first time on.
requestIdleCallback(() => void import('./features/palette/CommandPalette.vue'))
