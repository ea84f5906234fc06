/** naive-ui in the desk's colors: its dark theme for the parts that are used, and the tokens laid over it. */
import { createTheme, radioDark, switchDark, type GlobalThemeOverrides } from 'naive-ui'

export const naiveTheme = createTheme([radioDark, switchDark])

/** Values repeat tokens.css, because naive-ui computes with them and cannot read custom properties. */
export const naiveOverrides: GlobalThemeOverrides = {
  common: {
    fontFamily: "'Inter', 'IBM Plex Sans', 'DejaVu Sans', system-ui, sans-serif",
    fontFamilyMono: "'JetBrains Mono', 'IBM Plex Mono', 'DejaVu Sans Mono', ui-monospace, monospace",
    fontSize: '12px',
    fontSizeSmall: '12px',
    fontSizeMedium: '12px',
    borderRadius: '6px',
    bodyColor: '#0b0e13',
    cardColor: '#11161d',
    modalColor: '#11161d',
    popoverColor: '#171d26',
    inputColor: '#0b0e13',
    borderColor: '#222a35',
    dividerColor: '#222a35',
    textColorBase: '#d8dee8',
    textColor1: '#d8dee8',
    textColor2: '#d8dee8',
    textColor3: '#8b97a8',
    placeholderColor: '#7d899b',
    primaryColor: '#5aa9ff',
    primaryColorHover: '#7fbcff',
    primaryColorPressed: '#4a97ec',
    primaryColorSuppl: '#5aa9ff',
    errorColor: '#ff7b72',
    warningColor: '#e0a458',
    successColor: '#4cc38a',
  },
}
