"""Whether a tree is as the last build left it, told by digests: the answer that `check` gives in most runs.

It says yes only where a full check would find nothing: the layouts, settings, presets and every generated file have
the digests that the manifests record, this release writes and finds the same as the one that built, and that build
found nothing, not even something that is waived. Everything else is left to the full check. Standard library and
`emit` headers and manifests only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from hashlib import sha256

from arenagen.emit.epoch import SHIPPED_TARGETS
from arenagen.emit.headers import digest
from arenagen.emit.manifest import MANIFEST, Manifest, read_manifest
from arenagen.files.digests import inputs_digest
from arenagen.files.disk import UnreadableError, read_bytes, read_text
from arenagen.files.project import LayoutFile, Project, preset_names
from arenagen.files.tree import is_inside, is_marked, is_temporary, walk


def unchanged_files(
    project: Project, layouts: Sequence[LayoutFile], *, whole: bool
) -> tuple[str, ...]:
    """The generated files of the layouts, all of them current; none where only a full check can tell.

    whole: whether these are all layouts of the project, so that nothing else may be generated.
    """
    if project.settings.waive:
        return ()  # whether these are of use is known when everything was looked at
    if any(t.module or t.name not in SHIPPED_TARGETS for t in project.settings.targets):
        return ()
    try:
        return _unchanged(project, layouts, whole)
    except UnreadableError:
        return ()


def _unchanged(project: Project, layouts: Sequence[LayoutFile], whole: bool) -> tuple[str, ...]:
    manifests = dict(_manifests(project))
    names = sorted(layout.name for layout in layouts)
    ours = {folder: m for folder, m in manifests.items() if m.layout in names}
    if sorted(m.layout for m in ours.values()) != names:
        return ()
    if whole and len(ours) != len(manifests):
        return ()
    if any(m.findings or not m.of_this_release for m in ours.values()):
        return ()
    if not _presets_agree(project, manifests) or not _layouts_agree(project, layouts, ours):
        return ()
    return _files(project, ours, [project.settings.generated] if whole else sorted(ours))


def _files(
    project: Project, manifests: dict[str, Manifest], below: Sequence[str]
) -> tuple[str, ...]:
    """The generated files, if they have their digests and nothing else below some folders is generated."""
    files = {f"{folder}/{MANIFEST}" for folder in manifests}
    for folder, manifest in manifests.items():
        if not _files_agree(project, folder, manifest):
            return ()
        files.update(f"{folder}/{name}" for name in manifest.files)
    seen = {name for folder in below for name in walk(project.root, folder)}
    if not files <= seen or not is_inside(project.root, project.generated):
        return ()
    extra = any(is_temporary(name) or is_marked(project.root, name) for name in seen - files)
    return () if extra else tuple(sorted(files))


def _manifests(project: Project) -> Iterator[tuple[str, Manifest]]:
    """The sound manifests, by their folder's path from the root."""
    generated = project.settings.generated
    try:
        names = sorted(os.listdir(project.generated))
    except OSError:
        return
    for name in names:
        folder = f"{generated}/{name}"
        path = os.path.join(project.root, folder, MANIFEST)
        if os.path.isfile(path) and not os.path.islink(path):
            manifest = read_manifest(read_bytes(path).decode("utf-8", "replace"))
            if manifest is not None:
                yield folder, manifest


def _layouts_agree(
    project: Project, layouts: Sequence[LayoutFile], manifests: dict[str, Manifest]
) -> bool:
    inputs = {manifest.layout: manifest.inputs for manifest in manifests.values()}
    return all(
        inputs_digest(layout.name, read_text(layout.path), project.settings) == inputs[layout.name]
        for layout in layouts
    )


def _presets_agree(project: Project, manifests: dict[str, Manifest]) -> bool:
    """Whether the presets on disk are those that the manifests of all layouts know."""
    known: dict[str, str] = {}
    for manifest in manifests.values():
        known.update(manifest.presets)
    return known == preset_digests(project)


def preset_digests(project: Project) -> dict[str, str]:
    """The digest of each preset's text, by its path from the root. Raises UnreadableError."""
    paths = [f"{project.settings.presets}/{name}.toml" for name in preset_names(project)]
    return {path: digest(read_text(os.path.join(project.root, path))) for path in paths}


def _files_agree(project: Project, folder: str, manifest: Manifest) -> bool:
    """Whether the files have their digests, and are files rather than links to some."""
    for name, recorded in manifest.files.items():
        path = os.path.join(project.root, folder, name)
        if os.path.islink(path) or sha256(read_bytes(path)).hexdigest() != recorded:
            return False
    return True
