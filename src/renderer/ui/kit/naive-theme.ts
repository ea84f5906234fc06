/** Look of naive-ui's controls, made of the tokens once for all of them. */
import { createGlobalState, usePreferredDark } from '@vueuse/core'
import { createTheme, inputDark, radioDark, switchDark } from 'naive-ui'
import { computed } from 'vue'
import { readColors } from './read-colors.ts'

const dark = createTheme([inputDark, radioDark, switchDark])

export const useNaiveTheme = createGlobalState(() => {
  const isDark = usePreferredDark()
  const theme = computed(() => (isDark.value ? dark : null))
  /** naive-ui computes with colors, and cannot do that with custom properties. */
  const overrides = computed(() => {
    const colors = readColors(isDark.value)
    return {
      common: {
        fontFamily: 'inherit',
        fontSizeSmall: 'var(--text-m)',
        fontSizeMedium: 'var(--text-m)',
        borderRadius: 'var(--radius)',
        heightMedium: 'var(--control-height)',
        ...(colors && {
          borderColor: colors.line,
          textColor2: colors.text,
          placeholderColor: colors.quiet,
          primaryColor: colors.accent,
          primaryColorHover: colors.accent,
          primaryColorPressed: colors.accent,
          primaryColorSuppl: colors.accent,
          errorColor: colors.down,
          errorColorHover: colors.down,
        }),
      },
      ...(colors && {
        Input: {
          color: colors.ground,
          colorFocus: colors.ground,
          border: `1px solid ${colors.edge}`,
          borderHover: `1px solid ${colors.edge}`,
          boxShadowFocus: `0 0 0 1px ${colors.accent}`,
          borderError: `1px solid ${colors.down}`,
          colorFocusError: colors.ground,
          boxShadowFocusError: `0 0 0 1px ${colors.down}`,
          paddingMedium: '8px',
        },
      }),
    }
  })
  return { theme, overrides }
})
