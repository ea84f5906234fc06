/**
 * The manifest that programs read before they update, made and signed away from the workflow, by two of the three holders
 * of a release key, each on a machine of their own:
 *
 *   node tools/release/manifest.mjs new-key FILE          a private key, outside the repository; prints its public part
 *   node tools/release/manifest.mjs make OUT --number 8 --packages DIST --address https://…/ --notes NOTES [--hosts A,B] [--days 90] [--without mac,win]
 *   node tools/release/manifest.mjs sign MANIFEST --key FILE --packages DIST
 *   node tools/release/manifest.mjs check MANIFEST [--packages DIST] [--keys JSON]
 *
 * `sign` and `check` show every field, and compare the files with the packages in DIST: each holder brings packages of
 * their own, verified by verify.sh. `check` ends with 0 once a program of this version would accept the manifest.
 * The three public parts are in src/main/updates/release.json. Run npm ci first: the tool uses the project’s packages.
 */
import { rerunOnNode24 } from './rerun-on-node-24.mjs'

await import('./manifest-commands.mjs').catch(rerunOnNode24)
