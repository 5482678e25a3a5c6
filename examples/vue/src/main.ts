import { createApp } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'
import App from './App.vue'
import Club from './pages/Club.vue'
import Home from './pages/Home.vue'
import Pictures from './pages/Pictures.vue'
import { openShop } from './shop.ts'
import './site.css'

const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: Home },
    { path: '/clubs', component: Club },
    { path: '/pictures/:view(.*)*', component: Pictures },
  ],
})

openShop(router)
createApp(App).use(router).mount('#site')
