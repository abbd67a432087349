// Copies texts.

import { t } from '../i18n.js';
import { showToast, update } from '../store.js';

/** @param {string} text @param {string} [field] whose button shows that it was copied */
export async function copy(text, field = '') {
  try {
    await navigator.clipboard.writeText(text);
    showToast(t('copied'));
    update({ copied: field });
    setTimeout(() => update({ copied: '' }), 3500);
  } catch {
    showToast(t('copy-by-hand'), true);
  }
}
