import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

// The shop's elements are custom elements, not Vue components.
const isCustomElement = (tag: string) => tag.startsWith('pk-')

export default defineConfig({ plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] })
