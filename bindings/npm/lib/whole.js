// For entries that need the whole module.

import * as loader from "#load";
import { useLoader } from "./runtime.js";

useLoader({ ...loader, isWhole: true });
