/** Look of naive-ui's controls, made of the tokens once for all of them. */
import { createGlobalState, usePreferredDark } from '@vueuse/core'
import { checkboxDark, createTheme, inputDark, radioDark, switchDark } from 'naive-ui'
import { computed } from 'vue'
import { readColors } from './read-colors.ts'

const dark = createTheme([checkboxDark, inputDark, radioDark, switchDark])

const measures = {
  fontFamily: 'inherit',
  fontSizeSmall: 'var(--text-m)',
  fontSizeMedium: 'var(--text-m)',
  borderRadius: 'var(--radius)',
  heightMedium: 'var(--control-height)',
}

/** naive-ui computes with colors, and cannot do that with custom properties. */
function toOverrides(colors: ReturnType<typeof readColors>) {
  if (colors === undefined) return { common: measures }
  const { ground, line, edge, text, quiet, accent, down } = colors
  return {
    common: {
      ...measures,
      borderColor: line,
      textColor2: text,
      placeholderColor: quiet,
      primaryColor: accent,
      primaryColorHover: accent,
      primaryColorPressed: accent,
      primaryColorSuppl: accent,
      errorColor: down,
      errorColorHover: down,
    },
    // An edge of enough contrast is what says that a box can be used.
    Checkbox: {
      sizeMedium: '14px',
      color: ground,
      border: `1px solid ${quiet}`,
      boxShadowFocus: `0 0 0 1px ${accent}`,
      textColor: 'inherit',
    },
    Input: {
      color: ground,
      colorHover: ground,
      colorFocus: ground,
      colorFocusError: ground,
      border: `1px solid ${edge}`,
      borderHover: `1px solid ${edge}`,
      borderError: `1px solid ${down}`,
      boxShadowFocus: `0 0 0 1px ${accent}`,
      boxShadowFocusError: `0 0 0 1px ${down}`,
      paddingMedium: '8px',
    },
  }
}

export const useNaiveTheme = createGlobalState(() => {
  const isDark = usePreferredDark()
  return {
    theme: computed(() => (isDark.value ? dark : null)),
    overrides: computed(() => toOverrides(readColors(isDark.value))),
  }
})
